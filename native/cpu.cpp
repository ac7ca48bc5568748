// Which levels this processor runs. Compiled for the baseline alone.
#include "kernels.hpp"
#include "processor.hpp"

namespace dynid {

#define LEVEL(name)                                                                                \
  namespace name {                                                                                 \
  extern const Kernels kernels;                                                                    \
  }
#include "levels.inc"
#undef LEVEL

#ifdef X86
static bool runs(const char *level) {
  return level[0] != 'v' || level[1] - '0' <= processor_level();
}
#else
static bool runs(const char *) { return true; }
#endif

struct Found { // once: cpuid takes tens of microseconds in a virtual machine
  const Kernels *levels[16] = {};
  Found() {
    int count = 0;
#define LEVEL(name)                                                                                \
  if (runs(name::kernels.level)) levels[count++] = &name::kernels;
#include "levels.inc"
#undef LEVEL
  }
};

const Kernels *const *supported_levels() {
  static const Found found;
  return found.levels;
}

} // namespace dynid
