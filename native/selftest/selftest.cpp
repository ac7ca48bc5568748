// Every family on every level that this processor runs; ends with 1 where one is wrong.
#include "selftest.hpp"
#include <cstdio>

namespace dynid {
#define FAMILY(name) double check_##name(const Kernels &); // the largest error
#include "selftests.inc"
#undef FAMILY
} // namespace dynid

int main() {
  using namespace dynid;
  bool fine = *supported_levels() != nullptr;
  for (auto level = supported_levels(); *level; level++) {
#define FAMILY(name)                                                                               \
  {                                                                                                \
    const double error = check_##name(**level);                                                    \
    fine = fine && error < 1e-12;                                                                  \
    std::printf("%s, %d samples in a pack, %s: %.1e\n", (*level)->level, (*level)->width, #name,   \
                error);                                                                            \
  }
#include "selftests.inc"
#undef FAMILY
  }
  std::puts(fine ? "passed" : "FAILED");
  return fine ? 0 : 1;
}
