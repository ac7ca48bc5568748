// Dense vectors and triangles of plain numbers.
#pragma once
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// a'b over entries first ... n - 1, in four sums: each addition waits for the one before it.
INLINE double dot(const double *a, const double *b, int64_t first, int64_t n) {
  double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
  const int64_t whole = first + (n - first) / 4 * 4;
  for (int64_t k = first; k < whole; k += 4) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
  }
  for (int64_t k = whole; k < n; k++) s0 += a[k] * b[k];
  return (s0 + s1) + (s2 + s3);
}

/// x becomes R^-T x, R (n, n) upper triangular.
INLINE void forward_substitute(const double *R, double *x, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    const double *row = R + i * n;
    const double xi = x[i] /= row[i];
    for (int64_t j = i + 1; j < n; j++) x[j] -= row[j] * xi;
  }
}

/// x becomes R^-1 x, R (n, n) upper triangular.
INLINE void back_substitute(const double *R, double *x, int64_t n) {
  for (int64_t i = n - 1; i >= 0; i--) x[i] = (x[i] - dot(R + i * n, x, i + 1, n)) / R[i * n + i];
}

}} // namespace dynid::DYNID_LEVEL
