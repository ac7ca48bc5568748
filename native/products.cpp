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

/// out[p] += sum over the rows of rho(y - A theta[:, p]); A (rows, k), theta (k, particles).
///
/// rho(e) = |e| where threshold is 0, else Huber's e^2 / 2 up to the threshold c, and
/// c |e| - c^2 / 2 beyond. Particles are lanes.
void sum_errors(int64_t rows, int64_t k, int64_t particles, const double *A, const double *y,
                const double *theta, double threshold, double *out) {
  const int64_t packs = (particles + W - 1) / W;
  Scratch<pack> values(packs * k), sums(packs);
  for (int64_t p = 0; p < packs; p++)
    for (int64_t c = 0; c < k; c++)
      values[p * k + c] = gather(theta + c * particles + p * W, 1, pack_size(particles - p * W));
  for (int64_t r = 0; r < rows; r++, A += k)
    for (int64_t p = 0; p < packs; p++) {
      const pack *v = values.data + p * k;
      pack e = all(y[r]), odd = all(0.0); // two sums: one addition need not wait for the other
      int64_t c = 0;
      for (; c + 1 < k; c += 2) e = e - A[c] * v[c], odd = odd + A[c + 1] * v[c + 1];
      if (c < k) e = e - A[c] * v[c];
      const pack size = absolute(e - odd), most = all(threshold);
      const pack inside = select(size < most, size, most);
      sums[p] = sums[p] + (threshold == 0.0 ? size : inside * (size - 0.5 * inside));
    }
  for (int64_t p = 0; p < packs; p++, out += W) {
    const int64_t count = pack_size(particles - p * W);
    store_some(out, gather(out, 1, count) + sums[p], count);
  }
}

}} // namespace dynid::DYNID_LEVEL
