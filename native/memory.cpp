// The memory of friction (Dahl): z_i = s + (z_(i-1) - s) e,  e = e^(-|d| / length),
// d = q_i - q_(i-1),  s = sign(d).
#include "kernels.hpp"
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// z along a way q; 0 where a stretch begins (`starts`, or null: at the first sample alone).
void memory(int64_t samples, const double *q, const bool *starts, double length, double *z) {
  for (int64_t i = 0; i < samples; i++) {
    if (i == 0 || (starts && starts[i])) {
      z[i] = 0.0;
      continue;
    }
    const double d = q[i] - q[i - 1], s = d > 0.0 ? 1.0 : -1.0;
    z[i] = d == 0.0 ? z[i - 1] : s + (z[i - 1] - s) * std::exp(-std::fabs(d) / length);
  }
}

/// q_bar += dJ/dq of a scalar J(z), for z_bar = dJ/dz:
/// dz_i/dz_(i-1) = e,   dz_i/dq_i = -dz_i/dq_(i-1) = (1 - s z_(i-1)) e / length.
void memory_adjoint(int64_t samples, const double *q, const double *z, double length,
                    const double *z_bar, double *q_bar) {
  double carried = 0.0;
  for (int64_t i = samples - 1; i > 0; i--) {
    carried += z_bar[i];
    const double d = q[i] - q[i - 1], s = double(d > 0.0) - double(d < 0.0);
    const double e = std::exp(-std::fabs(d) / length);
    const double slope = carried * (1.0 - s * z[i - 1]) * e / length;
    q_bar[i] += slope;
    q_bar[i - 1] -= slope;
    carried *= e;
  }
}

}} // namespace dynid::DYNID_LEVEL
