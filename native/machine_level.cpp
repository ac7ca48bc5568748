// Says the level of this machine's processor to CMake, by its exit code; 0: of another kind.
#include "processor.hpp"

int main() {
#ifdef X86
  return dynid::processor_level();
#else
  return 0;
#endif
}
