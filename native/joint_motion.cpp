// One joint's equation of motion with its sensitivities.
//
// State x = [q, v, ln m, r, g, Bv, B1, B2, ln w1, ln w2] of a joint that moves alone, with
//   a = ((tau - g G(q) - f(v)) / m - 1/2 D'(q) v^2) / D(q),   D = h0(q) + r H(q),
//   f = Bv v + B1 tanh(w1 v) + B2 tanh(w2 v)
// which is (29) of Rodriguez-Angeles 2002 with its missing 1/2 m'(q) v^2, m D(q) the inertia.
// Logarithms keep m and w positive, whatever the filter does.
#include "geometry.hpp"
#include "kernels.hpp"
#include <limits>

namespace dynid { namespace DYNID_LEVEL {

/// Largest |da/dv| times the step of the integration: there Runge-Kutta of order 4 is exact to 1e-3
/// of it.
constexpr double STIFF = 0.5;
constexpr int MOST_STEPS = 64;
constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

/// Friction of a state: the last five entries of x.
struct Friction {
  double Bv, B1, B2, w1, w2;
  explicit Friction(const double *x, int64_t nx)
      : Bv(x[nx - 5]), B1(x[nx - 4]), B2(x[nx - 3]), w1(std::exp(x[nx - 2])),
        w2(std::exp(x[nx - 1])) {}
};

/// Values, first and second derivatives (3, functions), with respect to q, of the series at s.
static void compute_series(const JointMotion &joint, double s, double *out) {
  const int64_t n = joint.functions;
  for (int64_t i = 0; i < 3 * n; i++) out[i] = 0.0;
  double T0 = 1.0, T1 = s, d0 = 0.0, d1 = 1.0, e0 = 0.0, e1 = 0.0;
  for (int64_t k = 0; k < joint.terms; k++) {
    for (int64_t i = 0; i < n; i++) {
      const double c = joint.C[i * joint.terms + k];
      out[i] += c * T0, out[n + i] += c * d0, out[2 * n + i] += c * e0;
    }
    // T_(k+2) = 2 s T_(k+1) - T_k, and its derivatives
    const double T2 = 2.0 * s * T1 - T0, d2 = 2.0 * T1 + 2.0 * s * d1 - d0;
    const double e2 = 4.0 * d1 + 2.0 * s * e1 - e0;
    T0 = T1, T1 = T2, d0 = d1, d1 = d2, e0 = e1, e1 = e2;
  }
  for (int64_t i = 0; i < n; i++)
    out[n + i] /= joint.half, out[2 * n + i] /= joint.half * joint.half;
}

/// a; and in slope da/dx (nx entries), da/du after them. nan where the inertia is not positive or q
/// is off the table. work: (3, functions)
static double compute_acceleration(const JointMotion &joint, double q, double v, const double *x,
                                   int64_t nx, double u, double *work, double *slope) {
  const double s = (q - joint.centre) / joint.half;
  if (!(std::fabs(s) <= 1.0)) return NOT_A_NUMBER;
  compute_series(joint, s, work);
  const int64_t n = joint.functions, k_r = joint.inertias, k_g = n - 1 - k_r, b = nx - 5;
  const double *h = work + 1, *h1 = work + n + 1, *h2 = work + 2 * n + 1;
  double D = work[0], D1 = work[n], D2 = work[2 * n], g = 0.0, g1 = 0.0;
  for (int64_t j = 0; j < k_r; j++)
    D += x[3 + j] * h[j], D1 += x[3 + j] * h1[j], D2 += x[3 + j] * h2[j];
  for (int64_t j = k_r; j < k_r + k_g; j++) g += x[3 + j] * h[j], g1 += x[3 + j] * h1[j];
  if (!(D > 0.0)) return NOT_A_NUMBER;
  const Friction f(x, nx);
  const double t1 = std::tanh(f.w1 * v), t2 = std::tanh(f.w2 * v);
  const double c1 = f.w1 * (1.0 - t1 * t1), c2 = f.w2 * (1.0 - t2 * t2), m = std::exp(x[2]);
  const double force = (u - g - (f.Bv * v + f.B1 * t1 + f.B2 * t2)) / m;
  const double a = (force - 0.5 * D1 * v * v) / D;
  slope[0] = -(D1 * a + 0.5 * D2 * v * v + g1 / m) / D;
  slope[1] = -(D1 * v + (f.Bv + f.B1 * c1 + f.B2 * c2) / m) / D;
  slope[2] = -force / D;
  for (int64_t j = 0; j < k_r; j++) slope[3 + j] = -(h[j] * a + 0.5 * h1[j] * v * v) / D;
  for (int64_t j = k_r; j < k_r + k_g; j++) slope[3 + j] = -h[j] / (m * D);
  slope[b] = -v / (m * D);
  slope[b + 1] = -t1 / (m * D);
  slope[b + 2] = -t2 / (m * D);
  slope[b + 3] = -f.B1 * c1 * v / (m * D);
  slope[b + 4] = -f.B2 * c2 * v / (m * D);
  slope[nx] = 1.0 / (m * D);
  return a;
}

static double square(double x) { return x * x; }

/// How many Runge-Kutta steps a sample needs, by the steepest friction at speeds that the joint may
/// have in it.
static int count_steps(const double *x, int64_t nx, double dt, double a) {
  const Friction f(x, nx);
  dt = std::fabs(dt); // backwards in time as well
  const double slower = std::fabs(x[1]) - 2.0 * std::fabs(a) * dt, v = slower > 0.0 ? slower : 0.0;
  const double steep = std::fabs(f.B1) * f.w1 * (1.0 - square(std::tanh(f.w1 * v))) +
                       std::fabs(f.B2) * f.w2 * (1.0 - square(std::tanh(f.w2 * v)));
  const double rate = (std::fabs(f.Bv) + steep) * std::exp(-x[2]);
  if (!(rate * dt < STIFF * MOST_STEPS)) return MOST_STEPS;
  return 1 + int(rate * dt / STIFF);
}

constexpr double NODE[4] = {0.0, 0.5, 0.5, 1.0}; // of Runge and Kutta
constexpr double WEIGHT[4] = {1.0, 2.0, 2.0, 1.0};

/// out: q, v after dt, with the torque going from u0 to u1; and in S their derivatives (2, nx + 1)
/// with respect to x and to a constant added to the torque: those of the Runge-Kutta map, exact.
void joint_flow(const JointMotion &joint, int64_t nx, const double *x, double u0, double u1,
                double dt, double *S, double *out, double *room) {
  const int64_t m = nx + 1;
  double *work = room, *slope = work + 3 * joint.functions, *K = slope + m; // K (4, 2, m)
  const double a0 = compute_acceleration(joint, x[0], x[1], x, nx, u0, work, slope);
  const int steps = count_steps(x, nx, dt, a0);
  const double h = dt / steps;
  double q = x[0], v = x[1], kq[4], kv[4];
  for (int64_t j = 0; j < 2 * m; j++) S[j] = 0.0;
  S[0] = S[m + 1] = 1.0;
  for (int n = 0; n < steps; n++) {
    for (int i = 0; i < 4; i++) {
      const double c = NODE[i], qi = i ? q + c * h * kq[i - 1] : q,
                   vi = i ? v + c * h * kv[i - 1] : v;
      const double u = u0 + (u1 - u0) * (n + c) / steps;
      kq[i] = vi, kv[i] = compute_acceleration(joint, qi, vi, x, nx, u, work, slope);
      double *Kq = K + i * 2 * m, *Kv = Kq + m;
      for (int64_t j = 0; j < m; j++) {
        const double sq = i ? S[j] + c * h * Kq[j - 2 * m] : S[j];
        const double sv = i ? S[m + j] + c * h * Kv[j - 2 * m] : S[m + j];
        Kq[j] = sv;
        Kv[j] = slope[0] * sq + slope[1] * sv + (j > 1 ? slope[j] : 0.0);
      }
    }
    q += h / 6.0 * (kq[0] + 2.0 * kq[1] + 2.0 * kq[2] + kq[3]);
    v += h / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3]);
    for (int64_t j = 0; j < 2 * m; j++)
      S[j] += h / 6.0 * (K[j] + 2.0 * K[2 * m + j] + 2.0 * K[4 * m + j] + K[6 * m + j]);
  }
  out[0] = q, out[1] = v;
}

/// a = ((force - g(q)) / m - 1/2 D'(q) v^2) / D(q), the torque less the friction given, with the
/// series of D and g summed over their coefficients; nan as in `compute_acceleration`.
static double accelerate(const JointMotion &joint, double q, double v, double force, double m,
                         const double *D, const double *g) {
  const double s = (q - joint.centre) / joint.half;
  if (!(std::fabs(s) <= 1.0)) return NOT_A_NUMBER;
  double T0 = 1.0, T1 = s, d0 = 0.0, d1 = 1.0, inertia = 0.0, rise = 0.0, weight = 0.0;
  for (int64_t k = 0; k < joint.terms; k++) {
    inertia += D[k] * T0, rise += D[k] * d0, weight += g[k] * T0;
    const double T2 = 2.0 * s * T1 - T0, d2 = 2.0 * T1 + 2.0 * s * d1 - d0;
    T0 = T1, T1 = T2, d0 = d1, d1 = d2;
  }
  if (!(inertia > 0.0)) return NOT_A_NUMBER;
  return ((force - weight) / m - 0.5 * rise / joint.half * v * v) / inertia;
}

/// out: q, v (points, 2) after dt, of many states X (points, nx), each with its own torque from U
/// (points) to U + du. No derivatives are asked: the series of D and g are summed once a state.
void joint_flow_many(const JointMotion &joint, int64_t points, int64_t nx, const double *X,
                     const double *U, double du, double dt, double *out) {
  Scratch<double> D(joint.terms), g(joint.terms), work(3 * joint.functions), slope(nx + 1);
  for (int64_t p = 0; p < points; p++) {
    const double *x = X + p * nx;
    const double u = U[p];
    const double a0 = compute_acceleration(joint, x[0], x[1], x, nx, u, work.data, slope.data);
    const int steps = count_steps(x, nx, dt, a0);
    for (int64_t k = 0; k < joint.terms; k++) {
      D[k] = joint.C[k], g[k] = 0.0;
      for (int64_t j = 1; j < joint.functions; j++)
        (j <= joint.inertias ? D[k] : g[k]) += x[2 + j] * joint.C[j * joint.terms + k];
    }
    const Friction f(x, nx);
    const double mass = std::exp(x[2]), h = dt / steps;
    double q = x[0], v = x[1];
    for (int n = 0; n < steps; n++) {
      double dq = 0.0, dv = 0.0, kq = 0.0, kv = 0.0;
      for (int i = 0; i < 4; i++) {
        const double c = NODE[i], qi = q + c * h * kq, vi = v + c * h * kv;
        const double friction =
            f.Bv * vi + f.B1 * std::tanh(f.w1 * vi) + f.B2 * std::tanh(f.w2 * vi);
        const double force = u + du * (n + c) / steps - friction;
        kq = vi, kv = accelerate(joint, qi, vi, force, mass, D.data, g.data);
        dq += WEIGHT[i] * kq, dv += WEIGHT[i] * kv;
      }
      q += h / 6.0 * dq, v += h / 6.0 * dv;
    }
    out[2 * p] = q, out[2 * p + 1] = v;
  }
}

}} // namespace dynid::DYNID_LEVEL
