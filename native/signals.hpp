// What the kernels of the family `signals` read: along a log, and over its rows.
#pragma once
#include "data.hpp"

namespace dynid {

/// Sections of second order of a recursive filter.
struct Sections {
  int64_t count;
  const double *coefficients; // (count, 5) b0 b1 b2 a1 a2
  const double *rest;         // (count, 2) the state in which a constant 1 stays 1

  /// The sections behind the first ones.
  Sections from(int64_t first) const {
    return {count - first, coefficients + 5 * first, rest + 2 * first};
  }
};

} // namespace dynid
