// Small symmetric positive definite systems.
#pragma once
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// L L' = A (n, n), from its lower triangle; false where A is not positive definite.
INLINE bool factor_spd(const double *A, int64_t n, double *L) {
  bool positive = true;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j <= i; j++) {
      double s = A[i * n + j];
      for (int64_t k = 0; k < j; k++) s -= L[i * n + k] * L[j * n + k];
      if (i == j) {
        positive = positive && s > 0.0;
        L[i * n + i] = std::sqrt(s > 0.0 ? s : 1.0);
      } else {
        L[i * n + j] = s / L[j * n + j];
      }
    }
  return positive;
}

/// X (n, columns) <- (L L')^-1 X
INLINE void solve_spd(const double *L, int64_t n, double *X, int64_t columns) {
  for (int64_t i = 0; i < n; i++) {
    for (int64_t k = 0; k < i; k++) {
      const double c = L[i * n + k];
      if (c != 0.0)
        for (int64_t p = 0; p < columns; p++) X[i * columns + p] -= c * X[k * columns + p];
    }
    const double c = 1.0 / L[i * n + i];
    for (int64_t p = 0; p < columns; p++) X[i * columns + p] *= c;
  }
  for (int64_t i = n - 1; i >= 0; i--) {
    for (int64_t k = i + 1; k < n; k++) {
      const double c = L[k * n + i];
      if (c != 0.0)
        for (int64_t p = 0; p < columns; p++) X[i * columns + p] -= c * X[k * columns + p];
    }
    const double c = 1.0 / L[i * n + i];
    for (int64_t p = 0; p < columns; p++) X[i * columns + p] *= c;
  }
}

}} // namespace dynid::DYNID_LEVEL
