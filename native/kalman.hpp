// What the kernels of the family `kalman` read: filters, and one joint that moves alone.
#pragma once
#include "data.hpp"

namespace dynid {

/// One joint's equation of motion, with Chebyshev series in s = (q - centre) / half:
///   a = ((tau - g G(q) - f(v)) / m - 1/2 D'(q) v^2) / D(q),   D = h0(q) + r H(q)
struct JointMotion {
  int64_t functions, terms;
  const double *C; // (functions, terms) h0, then H (`inertias` of them), then G
  double centre, half;
  int64_t inertias;
};

/// Variances of what a filter assumes.
struct Variances {
  double position, torque;
  const double *rough; // (samples) factors of the torque's
  const double *drift; // (drifts) of the last states, in a second
  int64_t drifts;
};

/// Lengths of the memory that kernels work in.
static constexpr int64_t propagate_room(int64_t nx, int64_t m) { return m * nx; }
static constexpr int64_t update_room(int64_t nx) { return 2 * nx; }
static constexpr int64_t flow_room(int64_t nx, int64_t functions) {
  return 3 * functions + 9 * (nx + 1);
}

/// A log of one joint, (samples) each.
struct JointLog {
  int64_t samples;
  const double *t, *q, *tau;
  double held; // 0: the torque goes straight from sample to sample, 1: it stays until the next
};

/// What a filter leaves, (samples - 1) rows each.
struct FilterTrace {
  double *innovations; // (1)
  double *states;      // (nx)
  double *variances;   // (nx)
};

} // namespace dynid
