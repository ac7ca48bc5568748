// A recursive filter over all columns of a long log at once: each row is read while it is in cache,
// where SciPy goes through the log column by column.
#include "kernels.hpp"
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr int GROUP = 8, MOST = 2; // columns that pass together, sections of a filter of order 4

/// N neighbouring columns of all rows through S sections, the last row first where `stride` < 0:
///   y = b0 x + z0,   z0 <- b1 x - a1 y + z1,   z1 <- b2 x - a2 y
/// The states stay in registers. What lanes beyond the columns hold does not matter: a row is read
/// in whole packs, where they end before `end`.
template <int N, int S>
static void filter_columns(const Sections &sections, int64_t samples, int64_t stride, double *x,
                           const double *end) {
  constexpr int P = (N + W - 1) / W;
  pack z0[S][P], z1[S][P], v[P];
  const auto read = [&] {
    double row[P * W] = {};
    const bool whole = x + P * W <= end;
    if (!whole) std::memcpy(row, x, N * sizeof(double));
    for (int p = 0; p < P; p++) v[p] = load((whole ? x : row) + p * W);
  };
  read();
  for (int s = 0; s < S; s++)
    for (int p = 0; p < P; p++) {
      z0[s][p] = all(sections.rest[2 * s]) * v[p];
      z1[s][p] = all(sections.rest[2 * s + 1]) * v[p];
    }
  for (int64_t k = 0; k < samples; k++, x += stride) {
    read();
    for (int s = 0; s < S; s++) {
      const double *c = sections.coefficients + 5 * s;
      for (int p = 0; p < P; p++) {
        const pack y = all(c[0]) * v[p] + z0[s][p];
        z0[s][p] = all(c[1]) * v[p] - all(c[3]) * y + z1[s][p];
        z1[s][p] = all(c[2]) * v[p] - all(c[4]) * y;
        v[p] = y;
      }
    }
    std::memcpy(x, v, N * sizeof(double));
  }
}

template <int N>
static void filter_group(const Sections &every, int64_t samples, int64_t stride, double *x,
                         const double *end) {
  int64_t first = 0;
  for (; first + MOST <= every.count; first += MOST)
    filter_columns<N, MOST>(every.from(first), samples, stride, x, end);
  for (; first < every.count; first++)
    filter_columns<N, 1>(every.from(first), samples, stride, x, end);
}

/// Filter the rows of x (samples, columns) in place, forwards, then backwards.
void filter_both_ways(const Sections &sections, int64_t samples, int64_t columns, double *x) {
  typedef void (*Filter)(const Sections &, int64_t, int64_t, double *, const double *);
  const double *end = x + samples * columns;
  static const Filter filters[GROUP] = {filter_group<1>, filter_group<2>, filter_group<3>,
                                        filter_group<4>, filter_group<5>, filter_group<6>,
                                        filter_group<7>, filter_group<8>};
  for (int64_t c = 0; c < columns && samples > 0; c += GROUP) {
    const Filter filter = filters[(columns - c < GROUP ? columns - c : GROUP) - 1];
    filter(sections, samples, columns, x + c, end);
    filter(sections, samples, -columns, x + (samples - 1) * columns + c, end);
  }
}

}} // namespace dynid::DYNID_LEVEL
