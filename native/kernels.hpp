// The table of a level: the addresses of its kernels. CMakeLists.txt writes the two lists from its
// families: `#include "<family>.hpp"` (what they read) and `#include "<family>.def"` (KERNEL
// lines).
#pragma once
#include "family_data.inc"

namespace dynid {

struct Kernels {
  const char *level;
  int width; // samples in a pack
#define KERNEL(type, name, ...) type (*name)(__VA_ARGS__);
#include "family_kernels.inc"
#undef KERNEL
};

/// The levels of this build that this processor runs, the best last; ends with a null pointer.
const Kernels *const *supported_levels();

#ifdef DYNID_LEVEL
namespace DYNID_LEVEL {
#define KERNEL(type, name, ...) type name(__VA_ARGS__);
#include "family_kernels.inc"
#undef KERNEL
} // namespace DYNID_LEVEL
#endif

} // namespace dynid
