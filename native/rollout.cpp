// Steps of a robot whose drives follow position commands.
//
// A step is that of rigid-body simulators (MuJoCo's "Euler" and "implicitfast", PhysX), of length
// h:
//   F  = tau - Fv qd - b(q_e, qd) + f        tau = clip(Kp (u - q_e) + Kd (ud - qd) + ff, limit)
//   (M + g h D) a = F                        D: damping, and Kd where the drive is implicit
//   qd <- qd + h a,   q <- q + h qd
// with q_e = q, g = 1. A `centred` step, of second order, has q_e = q + h qd / 2, g = 1/2 and
// q <- q_e + h qd / 2; a drive that is `held`, outside of the simulator, still sees q. Dry friction
// f is the one of MuJoCo's frictionloss, a force within +-Fc that brakes with the rate beta and
// gives way by R:
//   f_i = -clip((a0_i + beta qd_i) / R_i, Fc_i),   M a0 = F
// Sharp friction, as in PhysX, is beta = 1 / h and R small.
#include "newton_euler.hpp"
#include "spd.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr int SWEEPS = 200;       // of the projected Gauss-Seidel for dry friction
constexpr double SETTLED = 1e-11; // change of a force that ends them
constexpr double FASTEST = 1e6;   // rad/s, m/s: beyond this the rollout has diverged

static INLINE double clip(double x, double limit) {
  return x < -limit ? -limit : x > limit ? limit : x;
}

/// M (n, n) and b (n) with M qdd + b the torques of the bodies at one state: lane 0 has the
/// velocities and gravity, lane k the unit acceleration of coordinate k - 1 alone.
static void compute_mass_and_bias(const Tree &tree, const double *inertia, const double *q,
                                  const double *qd, NewtonEuler &room, double *M, double *b) {
  const int64_t n = tree.coordinates;
  for (int64_t first = 0; first <= n; first += W) {
    State &ground = room.states[tree.nodes];
    ground = State{};
    if (first == 0)
      ground.d.x[0] = -tree.gravity[0], ground.d.y[0] = -tree.gravity[1],
      ground.d.z[0] = -tree.gravity[2];
    room.run(
        tree, inertia,
        [&](int64_t i) {
          const int64_t c = tree.coordinate[i];
          Rates rates{};
          if (c < 0) return rates;
          rates.q = all(q[c]);
          if (first == 0) rates.qd[0] = qd[c];
          for (int w = 0; w < W; w++) rates.qdd[w] = first + w == c + 1 ? 1.0 : 0.0;
          return rates;
        },
        [&](int64_t c, pack force) {
          for (int w = 0; w < W; w++) {
            if (first + w == 0) b[c] = force[w];
            else if (first + w <= n) M[c * n + first + w - 1] = force[w];
          }
        });
  }
}

/// Dry friction f, and the accelerations a with it: projected Gauss-Seidel, from the f of the step
/// before. `a` comes without friction; inverse = M^-1.
static void add_dry_friction(const Actuators &joints, const double *inverse, const double *qd,
                             double *f, double *a) {
  const int64_t n = joints.joints;
  for (int64_t i = 0; i < n; i++) {
    f[i] = clip(f[i], joints.dry[i]);
    for (int64_t k = 0; k < n; k++) a[k] += inverse[k * n + i] * f[i];
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double worst = 0.0;
    for (int64_t i = 0; i < n; i++) {
      const double R = joints.R[i], rest = a[i] + joints.beta[i] * qd[i] + R * f[i];
      const double change = clip(f[i] - rest / (inverse[i * n + i] + R), joints.dry[i]) - f[i];
      if (change == 0.0) continue;
      f[i] += change;
      for (int64_t k = 0; k < n; k++) a[k] += inverse[k * n + i] * change;
      if (std::fabs(change) > worst) worst = std::fabs(change);
    }
    if (worst <= SETTLED) return;
  }
}

/// What a rollout carries from step to step, and works in.
struct RolloutRoom {
  NewtonEuler bodies;
  Scratch<double> q, v, before, f, position, speed, force, a, b, M, L, inverse;
  RolloutRoom(const Tree &tree, int64_t n)
      : bodies(tree), q(n), v(n), before(n), f(n), position(n), speed(n), force(n), a(n), b(n),
        M(n * n), L(n * n), inverse(n * n) {}
};

/// Forces of the drives and viscous friction; where the bodies are in this step.
static void drive_joints(const Actuators &joints, const Commands &commands, int64_t s,
                         RolloutRoom &x, bool *clipped) {
  const int64_t n = joints.joints, at = s * n;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0;
  for (int64_t i = 0; i < n; i++) {
    const double q = x.q[i] + ahead * x.v[i], seen = joints.held ? x.q[i] : q;
    const double torque = joints.kp[i] * (commands.u[at + i] - seen) +
                          joints.kd[i] * (commands.ud[at + i] - x.v[i]) + commands.ff[at + i];
    clipped[at + i] = std::fabs(torque) > joints.limit[i];
    x.force[i] = clip(torque, joints.limit[i]) - joints.viscous[i] * x.v[i];
    x.position[i] = q - joints.shift[i], x.speed[i] = x.v[i] + ahead * x.before[i];
  }
}

/// Accelerations a and dry friction f of a step; false where the mass matrix is not positive.
static bool accelerate(const Tree &tree, const double *inertia, const Actuators &joints,
                       const bool *clipped, RolloutRoom &x) {
  const int64_t n = joints.joints;
  const double weight = joints.centred ? 0.5 * joints.h : joints.h;
  compute_mass_and_bias(tree, inertia, x.position.data, x.speed.data, x.bodies, x.M.data, x.b.data);
  for (int64_t i = 0; i < n; i++) {
    x.force[i] -= x.b[i];
    x.M[i * n + i] += joints.armature[i];
  }
  if (!factor_spd(x.M.data, n, x.L.data)) return false;
  x.inverse.clear();
  for (int64_t i = 0; i < n; i++) x.inverse[i * n + i] = 1.0;
  solve_spd(x.L.data, n, x.inverse.data, n);
  for (int64_t i = 0; i < n; i++) {
    x.a[i] = 0.0;
    for (int64_t k = 0; k < n; k++) x.a[i] += x.inverse[i * n + k] * x.force[k];
  }
  add_dry_friction(joints, x.inverse.data, x.v.data, x.f.data, x.a.data);
  for (int64_t i = 0; i < n; i++) {
    x.a[i] = x.force[i] + x.f[i];
    const double drive = joints.implicit && !clipped[i] ? joints.kd[i] : 0.0;
    x.M[i * n + i] += weight * (joints.viscous[i] + drive);
  }
  if (!factor_spd(x.M.data, n, x.L.data)) return false;
  solve_spd(x.L.data, n, x.a.data, 1);
  return true;
}

/// start (2, joints): q and qd. Returns the step at which it failed, or -1.
int64_t rollout(const Tree &tree, const double *inertia, const Actuators &joints,
                const Commands &commands, const double *start, const MutablePath &path) {
  const int64_t n = joints.joints;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0;
  RolloutRoom x(tree, n);
  for (int64_t i = 0; i < n; i++) {
    x.q[i] = path.Q[i] = start[i];
    x.v[i] = path.V[i] = start[n + i];
  }
  for (int64_t s = 0; s < commands.steps; s++) {
    const int64_t at = s * n;
    drive_joints(joints, commands, s, x, path.clipped);
    if (!accelerate(tree, inertia, joints, path.clipped + at, x)) return s;
    for (int64_t i = 0; i < n; i++) {
      path.A[at + i] = x.before[i] = x.a[i], path.F[at + i] = x.f[i];
      const double old = x.v[i];
      x.v[i] = old + joints.h * x.a[i];
      x.q[i] += ahead * old + (joints.h - ahead) * x.v[i];
      if (!(std::fabs(x.v[i]) < FASTEST)) return s;
      path.Q[at + n + i] = x.q[i], path.V[at + n + i] = x.v[i];
    }
  }
  return -1;
}

/// Rows of one state: itself, then each position, velocity and acceleration changed.
static void vary_state(const Motion &motion, int64_t s, double difference, double *q, double *qd,
                       double *qdd) {
  const int64_t n = motion.coordinates;
  for (int64_t row = 0; row <= 3 * n; row++)
    for (int64_t c = 0; c < n; c++) {
      q[row * n + c] = motion.q[s * n + c] + (row == 1 + c ? difference : 0.0);
      qd[row * n + c] = motion.qd[s * n + c] + (row == 1 + n + c ? difference : 0.0);
      qdd[row * n + c] = motion.qdd[s * n + c] + (row == 1 + 2 * n + c ? 1.0 : 0.0);
    }
}

/// M, K = d tau/dq and C = d tau/dqd of the rigid bodies at every sample, by differences.
void linearise(const Tree &tree, const double *inertia, const Motion &motion, double difference,
               const Linearisation<double> &to) {
  constexpr int64_t BLOCK = 8; // states at a time: they fill the packs of every level
  const int64_t n = motion.coordinates, rows = 3 * n + 1, size = rows * n;
  Scratch<double> q(BLOCK * size), qd(BLOCK * size), qdd(BLOCK * size), torques(BLOCK * size);
  NewtonEuler room(tree);
  for (int64_t first = 0; first < motion.samples; first += BLOCK) {
    const int64_t left = motion.samples - first, count = left < BLOCK ? left : BLOCK;
    for (int64_t b = 0; b < count; b++)
      vary_state(motion, first + b, difference, &q[b * size], &qd[b * size], &qdd[b * size]);
    room.run(tree, inertia, {count * rows, n, q.data, qd.data, qdd.data}, torques.data);
    for (int64_t b = 0; b < count; b++)
      for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
          const double *tau = &torques[b * size + i]; // that of row r: tau[r * n]
          const int64_t out = ((first + b) * n + i) * n + k;
          to.K[out] = (tau[(1 + k) * n] - tau[0]) / difference;
          to.C[out] = (tau[(1 + n + k) * n] - tau[0]) / difference;
          to.M[out] = tau[(1 + 2 * n + k) * n] - tau[0];
        }
  }
}

}} // namespace dynid::DYNID_LEVEL
