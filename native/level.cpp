// The table of one level. Addresses only: nothing of a level runs before it is chosen.
#include "kernels.hpp"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

namespace dynid { namespace DYNID_LEVEL {

extern const Kernels kernels;
const Kernels kernels{
    TEXT(DYNID_LEVEL),
    DYNID_WIDTH,
#define KERNEL(type, name, ...) name,
#include "family_kernels.inc"
#undef KERNEL
};

}} // namespace dynid::DYNID_LEVEL
