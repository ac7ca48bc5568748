// Checks without Python, for processors that are emulated: each family compares its kernels with
// each other or with a formula, for 0 ... 2 W + 1 samples.
#pragma once
#include "kernels.hpp"
#include <cmath>
#include <vector>

namespace dynid {

using Numbers = std::vector<double>;
using Indices = std::vector<int64_t>;

/// Always the same numbers, between -1 and 1.
inline double draw() {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return double(int64_t(state >> 11)) / double(uint64_t(1) << 52) - 1.0;
}
inline Numbers draw(int64_t count, double size) {
  Numbers x(static_cast<size_t>(count));
  for (double &each : x) each = size * draw();
  return x;
}

} // namespace dynid
