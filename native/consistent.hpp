// What the kernels of the family `consistent` read: physically consistent estimation.
#pragma once
#include "data.hpp"

namespace dynid {

/// The cone of consistent parameters v (n): bodies whose pseudo-inertia S = sum_k v_k E_k is
/// positive definite, and bounds G v + ... > 0.
struct Cone {
  int64_t bodies, bounds, n;
  const double *basis;    // (10, 4, 4) E_k
  const int64_t *columns; // (bodies, 10) the place of a body's parameters in v; n: fixed
  const double *G;        // (bounds, n)
};

/// Nesterov's and Todd's scaling: R^-1 S R^-T = R' Z R = diag(lambda) of every body.
struct Scaling {
  const double *R_inv;  // (bodies, 4, 4)
  const double *lambda; // (bodies, 4)
  const double *s, *z;  // (bounds) slacks and multipliers
};

/// The least-squares problem of a step, min |A d - e|^2 + |F d - u|^2, with c'c = A'A + F'F scaled.
struct StepRows {
  const double *A;     // (n, n) upper triangular
  const double *F;     // (10 bodies + bounds, n)
  const double *c;     // (n, n) upper triangular
  const double *scale; // (n)
  const double *e;     // (n)
};

/// A step: of v, and of S, Z, s, z in scaled form.
struct StepChange {
  double *d;       // (n)
  double *dS, *dZ; // (bodies, 4, 4)
  double *ds, *dz; // (bounds)
};

} // namespace dynid
