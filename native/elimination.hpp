// Sparse Householder QR of the Jacobian's columns of the solved coordinates. The schedule (which
// rows each reflection mixes, which columns it touches) follows from the pattern of the equations:
// `topology.eliminate`. Redundant equations are welcome: the solution is the least-squares one.
#pragma once
#include "constraint_rows.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// b <- b - v beta (v . b), on C rows of a column b.
template <class T, int C> struct Reflection {
  T beta, v[C];
  int64_t at[C];
  INLINE Reflection(const LoopWork<T> &work, const int64_t *rows, int64_t first, int64_t k,
                    int64_t stride)
      : beta(work.beta[k]) {
    for (int e = 0; e < C; e++) v[e] = work.reflector[first + e], at[e] = rows[first + e] * stride;
  }
  INLINE void operator()(T *b) const {
    T x[C], sum = v[0] * (x[0] = b[at[0]]);
    for (int e = 1; e < C; e++) sum = sum + v[e] * (x[e] = b[at[e]]);
    sum = beta * sum;
    for (int e = 0; e < C; e++) b[at[e]] = x[e] - v[e] * sum;
  }
};
/// The same of any number of rows.
template <class T> struct LongReflection {
  T beta;
  const T *v;
  const int64_t *rows;
  int64_t count, stride;
  INLINE void operator()(T *b) const {
    T sum{};
    for (int64_t e = 0; e < count; e++) sum = sum + v[e] * b[rows[e] * stride];
    sum = beta * sum;
    for (int64_t e = 0; e < count; e++) b[rows[e] * stride] = b[rows[e] * stride] - v[e] * sum;
  }
};
/// Calls use(reflection) with that of step k, for columns whose rows are `stride` apart. A step of
/// one row reflects nothing; two and three rows, those of most loops, are unrolled.
template <class T, class Use>
INLINE void use_reflection(const Constraints &con, const LoopWork<T> &work, int64_t k,
                           int64_t stride, Use use) {
  const int64_t first = con.row_start[k], count = con.row_start[k + 1] - first;
  if (count == 2) use(Reflection<T, 2>(work, con.rows, first, k, stride));
  else if (count == 3) use(Reflection<T, 3>(work, con.rows, first, k, stride));
  else if (count > 3)
    use(LongReflection<T>{work.beta[k], work.reflector.data + first, con.rows + first, count,
                          stride});
}

/// v = x - alpha e1 with R_kk = alpha = -sign(x1) |x|, and beta = 2 / v'v = -1 / (alpha v1), of the
/// rows of column k. A single row is left as it is: R_kk = x.
OF_LANES void compute_reflector(const Constraints &con, int64_t k, int64_t n, LoopWork<T> &work) {
  const int64_t first = con.row_start[k], last = con.row_start[k + 1];
  const T x = work.A[con.rows[first] * n + k];
  if (last - first == 1) {
    work.diagonal[k] = x, work.inverse[k] = 1.0 / x;
    return;
  }
  T norm = x * x;
  for (int64_t e = first + 1; e < last; e++) {
    const T y = work.reflector[e] = work.A[con.rows[e] * n + k];
    norm = norm + y * y;
  }
  norm = root(norm);
  const T alpha = select(x < T{}, norm, -norm), v = x - alpha;
  const Mask<T> fine = norm > T{};
  const T beta = select(fine, -1.0 / (alpha * v), T{});
  work.reflector[first] = v, work.beta[k] = beta;
  work.diagonal[k] = alpha, work.inverse[k] = select(fine, -(v * beta), all<T>(INFINITY));
}

/// QR of A_d, in place.
template <class T> void factor(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates;
  T *A = work.A.data;
  for (int64_t k = 0; k < con.solved_count; k++) {
    compute_reflector(con, k, n, work);
    use_reflection(con, work, k, n, [&](const auto &reflect) {
      for (int64_t e = con.column_start[k]; e < con.column_start[k + 1]; e++)
        reflect(A + con.columns[e]);
    });
  }
}

/// x (solved, count) that solves, or least-squares solves, A_d x = b (equations, count), which is
/// used up. Sparse b have the zeros of the given coordinates' columns.
template <class T>
void solve(const Closure &closure, const LoopWork<T> &work, T *b, T *x, int64_t count,
           bool sparse) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates, sides = 1 + con.given_count;
  for (int64_t k = 0; k < con.solved_count; k++) {
    const int64_t *mixed = con.mixed + k * sides;
    use_reflection(con, work, k, count, [&](const auto &reflect) {
      for (int64_t c = 0; c < count; c++)
        if (mixed[sparse ? 1 + c : 0]) reflect(b + c);
    });
  }
  for (int64_t k = con.solved_count - 1; k >= 0; k--) {
    const int64_t row = con.rows[con.row_start[k]], *reached = con.reached + k * sides;
    const int64_t first = con.column_start[k], last = con.column_start[k + 1];
    for (int64_t c = 0; c < count; c++) {
      if (!reached[sparse ? 1 + c : 0]) continue;
      T rest = b[row * count + c];
      for (int64_t e = first; e < last; e++)
        rest = rest - work.A[row * n + con.columns[e]] * x[con.columns[e] * count + c];
      x[k * count + c] = rest * work.inverse[k];
    }
  }
}

/// b (equations), the shortest solution of A_d' b = x (solved), which is used up:  b = Q R^-T x
template <class T>
void solve_transposed(const Closure &closure, const LoopWork<T> &work, T *x, T *b) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates;
  for (int64_t j = 0; j < con.equations; j++) b[j] = T{};
  for (int64_t k = 0; k < con.solved_count; k++) {
    const int64_t row = con.rows[con.row_start[k]];
    const T y = b[row] = x[k] * work.inverse[k];
    for (int64_t e = con.column_start[k]; e < con.column_start[k + 1]; e++) {
      const int64_t j = con.columns[e];
      x[j] = x[j] - work.A[row * n + j] * y;
    }
  }
  for (int64_t k = con.solved_count - 1; k >= 0; k--)
    use_reflection(con, work, k, 1, [&](const auto &reflect) { reflect(b); });
}

/// work.margin = min_k |R_kk| / |column k| (0: singular), work.side = the product of the signs of
/// R_kk, which flips where a square system passes a singular pose. Uses up work.x.
template <class T> void compute_singularity(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates;
  T *length = work.x.data; // squared norm of the columns of R, R_0k^2 + ... + R_kk^2
  for (int64_t k = 0; k < con.solved_count; k++) length[k] = work.diagonal[k] * work.diagonal[k];
  for (int64_t k = 0; k < con.solved_count; k++) {
    const T *row = work.A.data + con.rows[con.row_start[k]] * n;
    for (int64_t e = con.column_start[k]; e < con.column_start[k + 1]; e++) {
      const int64_t c = con.columns[e];
      length[c] = length[c] + row[c] * row[c];
    }
  }
  T longest{}, margin = all<T>(1.0), side = all<T>(1.0);
  for (int64_t k = 0; k < con.solved_count; k++) longest = larger(length[k], longest);
  // a column that is all round-off belongs to a coordinate that moves nothing: it must not look
  // regular
  const T floor = 1e-14 * longest + 1e-300;
  for (int64_t k = 0; k < con.solved_count; k++) {
    const T r = work.diagonal[k], ratio = r * r * (1.0 / (length[k] + floor));
    margin = select(ratio < margin, ratio, margin);
    side = select(r > T{}, side, -side);
  }
  work.margin = root(margin), work.side = side;
}

/// Sign of det(B) of B (n, n), which is used up: Gauss with row exchanges.
INLINE double determinant_sign(double *B, int64_t n) {
  double sign = 1.0;
  for (int64_t k = 0; k < n; k++) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; i++)
      if (std::fabs(B[i * n + k]) > std::fabs(B[pivot * n + k])) pivot = i;
    if (pivot != k) {
      sign = -sign;
      for (int64_t j = k; j < n; j++) {
        const double x = B[k * n + j];
        B[k * n + j] = B[pivot * n + j], B[pivot * n + j] = x;
      }
    }
    if (B[k * n + k] == 0.0) return 0.0;
    if (!(B[k * n + k] > 0.0)) sign = -sign;
    for (int64_t i = k + 1; i < n; i++) {
      const double factor = B[i * n + k] / B[k * n + k];
      for (int64_t j = k + 1; j < n; j++) B[i * n + j] -= factor * B[k * n + j];
    }
  }
  return sign;
}

}} // namespace dynid::DYNID_LEVEL
