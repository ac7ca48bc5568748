// The general force law of src/dynid/model/terms.py, at one state, for a parameter of 1.
#pragma once
#include "pack.hpp"
#include "simulation.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct Force {
  double f, slope; // df/dv
};

static inline double sign_of(double x) { return double(x > 0.0) - double(x < 0.0); }

/// f and df/dv of the factors that read the velocity: side, sign, power, fade.
static inline Force compute_velocity_factor(const double *law, double v, double sign) {
  const double size = std::fabs(v), a = law[LAW_POWER];
  const bool dry = law[LAW_SIGN] != 0.0, sharp = law[LAW_WIDTH] == 0.0;
  Force x{1.0, 0.0};
  if (dry && sharp) x.f = sign;
  if (dry && !sharp) {
    x.f = std::tanh(v / law[LAW_WIDTH]);
    x.slope = (1.0 - x.f * x.f) / law[LAW_WIDTH];
  }
  if (a == 1.0 && dry && sharp) { // viscous friction
    x = {v, 1.0};
  } else if (a != 0.0) {
    const double power = a == 1.0 ? size : std::pow(size, a);
    const double rise = a == 1.0 ? 1.0 : a * std::pow(size, a - 1.0);
    if (size > 0.0) x.slope = x.slope * power + x.f * rise * sign;
    x.f *= power;
  }
  if (law[LAW_FADE] < INFINITY && size > 0.0) {
    const double steep = law[LAW_STEEPNESS], ratio = size / law[LAW_FADE];
    const double fall = std::exp(-std::pow(ratio, steep));
    const double down = -steep / law[LAW_FADE] * std::pow(ratio, steep - 1.0) * fall * sign;
    x = {x.f * fall, x.slope * fall + x.f * down};
  }
  return x;
}

/// The factors that read the position: powers, waves, the lever of a rod.
static inline double compute_position_factor(const double *law, double q) {
  double factor = 1.0;
  for (int k = 0; k < int(law[LAW_POSITION]); k++) factor *= q;
  if (law[LAW_WAVES] != 0.0 || law[LAW_PHASE] != 0.0)
    factor *= std::cos(law[LAW_WAVES] * q + law[LAW_PHASE]);
  const double a = law[ROD_FIXED], b = law[ROD_TURNING];
  if (a != 0.0) {
    const double angle = q + law[ROD_TOWARD];
    const double l2 = a * a + b * b - 2.0 * a * b * std::cos(angle);
    factor *= a * b * std::sin(angle) * std::pow(l2, 0.5 * (law[ROD_STRETCH] - 1.0));
  }
  return factor;
}

/// way: the direction in which a sharp sign slips, 1 or -1; 0: that of v
static inline Force compute_force(const double *law, double q, double v, int64_t way) {
  const double sign = way == 0 ? sign_of(v) : double(way), side = law[LAW_SIDE];
  if (side * sign < 0.0 || (side != 0.0 && sign == 0.0)) return {0.0, 0.0};
  const Force x = compute_velocity_factor(law, v, sign);
  const double factor = compute_position_factor(law, q);
  return {factor * x.f, factor * x.slope};
}

/// G(v) of LuGre's bristles:  1 + extra e^(-(v / vs)^2)
static inline double compute_level(double v, double extra, double vs) {
  return 1.0 + extra * std::exp(-(v / vs) * (v / vs));
}

/// w after a motion by `moved` in the direction `way`, along which G goes from `before` to `after`
/// in a straight line (and its mean is what the length is multiplied by).
static inline double bend(double w, double way, double moved, double length, double before,
                          double after) {
  constexpr double FURTHEST = -30.0; // for trial steps that pass a turn by far
  const double far = moved / (0.5 * length * (before + after)), x = far > FURTHEST ? far : FURTHEST;
  const double fall = std::exp(-x), share = x == 0.0 ? 1.0 : -std::expm1(-x) / x;
  return way * (way * w * fall + after - before * fall - (after - before) * share);
}

}} // namespace dynid::DYNID_LEVEL
