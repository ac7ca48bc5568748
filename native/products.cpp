// Sums over rows and products of columns, of effects that are selected and of swarms.
#include "dense.hpp"
#include "geometry.hpp"
#include "kernels.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// G[b, to_i, to_k] += factor A[b, i, k]; A (blocks, n, n), G (blocks, size, size)
void add_embedded(int64_t blocks, int64_t n, int64_t size, const double *A, const int64_t *to,
                  double factor, double *G) {
  for (int64_t b = 0; b < blocks; b++, G += size * size)
    for (int64_t i = 0; i < n; i++, A += n)
      for (int64_t k = 0; k < n; k++) G[to[i] * size + to[k]] += factor * A[k];
}

/// out_f = x_f' A_b x_f of symmetric A (blocks, n, n), b = at_f; zeros of x cost nothing.
void quadratic_forms(int64_t fits, int64_t n, const double *A, const int64_t *at, const double *x,
                     double *out) {
  for (int64_t f = 0; f < fits; f++, x += n) {
    const double *row = A + at[f] * n * n;
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++, row += n)
      if (x[i] != 0.0) sum += 2.0 * x[i] * (0.5 * row[i] * x[i] + dot(row, x, i + 1, n));
    out[f] = sum;
  }
}

/// out[p] += sum over the rows of rho(y - W theta[:, p]); W (rows, k), theta (k, particles).
///
/// rho(e) = |e| where threshold is 0, else Huber's e^2 / 2 up to the threshold c, and
/// c |e| - c^2 / 2 beyond.
void sum_errors(int64_t rows, int64_t k, int64_t particles, const double *W, const double *y,
                const double *theta, double threshold, double *out) {
  Scratch<double> e(particles);
  for (int64_t r = 0; r < rows; r++, W += k) {
    for (int64_t p = 0; p < particles; p++) e[p] = y[r];
    int64_t c = 0;
    for (; c + 3 < k; c += 4) { // four columns at a time: e is read and written less often
      const double *t0 = theta + c * particles, *t1 = t0 + particles, *t2 = t1 + particles;
      const double *t3 = t2 + particles;
      for (int64_t p = 0; p < particles; p++)
        e[p] -= W[c] * t0[p] + W[c + 1] * t1[p] + W[c + 2] * t2[p] + W[c + 3] * t3[p];
    }
    for (; c < k; c++)
      for (int64_t p = 0; p < particles; p++) e[p] -= W[c] * theta[c * particles + p];
    if (threshold == 0.0) {
      for (int64_t p = 0; p < particles; p++) out[p] += std::fabs(e[p]);
    } else {
      for (int64_t p = 0; p < particles; p++) {
        const double size = std::fabs(e[p]), inside = size < threshold ? size : threshold;
        out[p] += inside * (size - 0.5 * inside);
      }
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
