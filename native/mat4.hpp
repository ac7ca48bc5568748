// 4 x 4 matrices: a library's overhead is ten times the work on so small ones.
#pragma once
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct Mat4 {
  double at[4][4];
  double *operator[](int i) { return at[i]; }
  const double *operator[](int i) const { return at[i]; }
};

INLINE const Mat4 &matrix(const double *data, int64_t k) {
  return *reinterpret_cast<const Mat4 *>(data + 16 * k);
}
INLINE Mat4 &matrix(double *data, int64_t k) { return *reinterpret_cast<Mat4 *>(data + 16 * k); }

/// A B
INLINE Mat4 operator*(const Mat4 &A, const Mat4 &B) {
  Mat4 C;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j] + A[i][3] * B[3][j];
  return C;
}
INLINE Mat4 transpose(const Mat4 &A) {
  Mat4 T;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) T[i][j] = A[j][i];
  return T;
}
/// <A, B> = tr A'B
INLINE double inner(const Mat4 &A, const Mat4 &B) {
  double sum = 0.0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) sum += A[i][j] * B[i][j];
  return sum;
}

/// L lower triangular with L L' = A; nan where A is not positive definite.
INLINE Mat4 cholesky(const Mat4 &A) {
  Mat4 L{};
  for (int j = 0; j < 4; j++)
    for (int i = j; i < 4; i++) {
      double x = A[i][j];
      for (int k = 0; k < j; k++) x -= L[i][k] * L[j][k];
      L[i][j] = i == j ? std::sqrt(x) : x / L[j][j];
    }
  return L;
}

/// Length of column j.
INLINE double column_norm(const Mat4 &W, int j) {
  return std::sqrt(W[0][j] * W[0][j] + W[1][j] * W[1][j] + W[2][j] * W[2][j] + W[3][j] * W[3][j]);
}

/// Turn columns p and q of W against each other until they are orthogonal; the cosine between them
/// before, 0 where it counted as none.
INLINE double rotate_columns(Mat4 &W, int p, int q) {
  constexpr double ORTHOGONAL = 1e-15; // cosine between columns that counts as none
  double a = 0.0, b = 0.0, c = 0.0;
  for (int i = 0; i < 4; i++) {
    a += W[i][p] * W[i][p];
    b += W[i][q] * W[i][q];
    c += W[i][p] * W[i][q];
  }
  const double lengths = std::sqrt(a * b);
  if (!(std::fabs(c) > ORTHOGONAL * lengths)) return 0.0;
  // by the smaller angle with tan 2 phi = 2 c / (a - b)
  const double x = 0.5 * (b - a) / c;
  const double tangent = (x >= 0.0 ? 1.0 : -1.0) / (std::fabs(x) + std::sqrt(1.0 + x * x));
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
  for (int i = 0; i < 4; i++) {
    const double left = W[i][p], right = W[i][q];
    W[i][p] = cosine * left - sine * right;
    W[i][q] = sine * left + cosine * right;
  }
  return std::fabs(c) / lengths;
}

/// Rotate the columns of W until they are orthogonal (one-sided Jacobi): W becomes U diag(s), small
/// s to full precision.
inline void orthogonalise(Mat4 &W) {
  constexpr int SWEEPS = 30; // at most
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double largest = 0.0;
    for (int p = 0; p < 3; p++)
      for (int q = p + 1; q < 4; q++) {
        const double cosine = rotate_columns(W, p, q);
        if (cosine > largest) largest = cosine;
      }
    if (largest == 0.0) return;
  }
}

/// Least eigenvalue of a symmetric X, to round-off of its norm.
inline double least_eigenvalue(const Mat4 &X) {
  // X + |X| I has no negative eigenvalue, so they are its singular values
  const double norm = std::sqrt(inner(X, X));
  Mat4 W = X;
  for (int i = 0; i < 4; i++) W[i][i] += norm;
  orthogonalise(W);
  double least = column_norm(W, 0);
  for (int j = 1; j < 4; j++) {
    const double next = column_norm(W, j);
    if (next < least) least = next;
  }
  return least - norm;
}

}} // namespace dynid::DYNID_LEVEL
