// A recursive filter over all columns of a long log at once: each row is read while it is in cache,
// where SciPy goes through the log column by column.
#include "geometry.hpp"
#include "kernels.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// One row of all columns through one section:
///   y = b0 x + z0,   z0 <- b1 x - a1 y + z1,   z1 <- b2 x - a2 y
static INLINE void filter_row(const double *section, double *z0, double *z1, double *x, int64_t n) {
  const double b0 = section[0], b1 = section[1], b2 = section[2], a1 = section[3], a2 = section[4];
  for (int64_t c = 0; c < n; c++) {
    const double v = x[c], y = b0 * v + z0[c];
    z0[c] = b1 * v - a1 * y + z1[c];
    z1[c] = b2 * v - a2 * y;
    x[c] = y;
  }
}

/// Filter the rows of x (samples, columns) in place, forwards, then backwards.
void filter_both_ways(const Sections &sections, int64_t samples, int64_t columns, double *x) {
  Scratch<double> z(sections.count * 2 * columns);
  for (int way = 0; way < 2 && samples > 0; way++) {
    const double *start = x + (way ? samples - 1 : 0) * columns;
    for (int64_t s = 0; s < 2 * sections.count; s++)
      for (int64_t c = 0; c < columns; c++) z[s * columns + c] = sections.rest[s] * start[c];
    for (int64_t k = 0; k < samples; k++) {
      double *row = x + (way ? samples - 1 - k : k) * columns;
      for (int64_t s = 0; s < sections.count; s++) {
        double *state = z.data + 2 * s * columns;
        filter_row(sections.coefficients + 5 * s, state, state + columns, row, columns);
      }
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
