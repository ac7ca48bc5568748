// Steps of a robot whose drives follow position commands.
//
// A step is that of rigid-body simulators (MuJoCo's "Euler" and "implicitfast", PhysX), of length
// h:
//   F  = tau - Fv qd - b(q_e, qd) + f        tau = clip(Kp (u - q_e) + Kd (ud - qd) + ff, limit)
//   (M + g h D) a = F                        D: damping, and Kd where the drive is implicit
//   qd <- qd + h a,   q <- q + h qd
// with q_e = q, g = 1. A `centred` step, of second order, has q_e = q + h qd / 2, g = 1/2 and
// q <- q_e + h qd / 2; a drive that is `held`, outside of the simulator, still sees q. M and b are
// those of the simulation's states (equations.hpp), loops closed; D has the damping of passive
// joints, too. Dry friction
// f is the one of MuJoCo's frictionloss, a force within +-Fc that brakes with the rate beta and
// gives way by R:
//   f_i = -clip((a0_i + beta qd_i) / R_i, Fc_i + Fl_i |tau_i|),   M a0 = F
// Sharp friction, as in PhysX, is beta = 1 / h and R small.
#include "equations.hpp"
#include "spd.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr int SWEEPS = 200;       // of the projected Gauss-Seidel for dry friction
constexpr double SETTLED = 1e-11; // change of a force that ends them
constexpr double LARGEST = 1e6;   // rad/s, m/s: beyond this the rollout has diverged

static INLINE double clip(double x, double limit) {
  return x < -limit ? -limit : x > limit ? limit : x;
}

/// Dry friction f, and the accelerations a with it: projected Gauss-Seidel, from the f of the step
/// before. `a` comes without friction; inverse = M^-1.
static void brake_joints(const Actuators &joints, const double *most, const double *inverse,
                         const double *qd, double *f, double *a) {
  const int64_t n = joints.joints;
  for (int64_t i = 0; i < n; i++) {
    f[i] = clip(f[i], most[i]);
    for (int64_t k = 0; k < n; k++) a[k] += inverse[k * n + i] * f[i];
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double worst = 0.0;
    for (int64_t i = 0; i < n; i++) {
      const double R = joints.R[i], rest = a[i] + joints.beta[i] * qd[i] + R * f[i];
      const double change = clip(f[i] - rest / (inverse[i * n + i] + R), most[i]) - f[i];
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
  SimulationRoom bodies;
  Scratch<double> q, v, before, f, most, position, speed, force, a, M, L, inverse;
  RolloutRoom(const Simulation &sim, int64_t n)
      : bodies(sim), q(n), v(n), before(n), f(n), most(n), position(n), speed(n), force(n), a(n), M(n * n),
        L(n * n), inverse(n * n) {}
};

/// Forces of the drives and viscous friction; where the bodies are in this step.
static void drive_joints(const Actuators &joints, const Commands &commands, int64_t s,
                         RolloutRoom &x, bool *clipped) {
  const int64_t n = joints.joints, at = s * n;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0;
  for (int64_t i = 0; i < n; i++) {
    const double torque = compute_torque(joints, commands, s, i, x.q[i], x.v[i]);
    const double given = clip(torque, joints.limit[i]);
    clipped[at + i] = std::fabs(torque) > joints.limit[i];
    x.most[i] = joints.dry[i] + joints.load[i] * std::fabs(given);
    x.force[i] = given - joints.viscous[i] * x.v[i];
    x.position[i] = x.q[i] + ahead * x.v[i] - joints.shift[i];
    x.speed[i] = x.v[i] + ahead * x.before[i];
  }
}

/// The equations of motion at x.position, x.speed, as the last of the states; false where the loops
/// do not close.
static bool look_at_pose(Simulation &sim, RolloutRoom &x) {
  const int64_t n = sim.n;
  for (int64_t k = 0; k < POINTS * n; k++)
    sim.states.q[k] = x.position[k % n], sim.states.qd[k] = x.speed[k % n];
  return evaluate(sim, x.bodies, 0.0) < 0;
}

/// Accelerations a and dry friction f of a step, and the damping D (n, n) of what is no drive;
/// false where the loops do not close or the mass matrix is not positive.
static bool accelerate(Simulation &sim, const Actuators &joints, const bool *clipped,
                       RolloutRoom &x, double *D) {
  const int64_t n = joints.joints;
  const double weight = joints.centred ? 0.5 * joints.h : joints.h;
  if (!look_at_pose(sim, x)) return false;
  std::memcpy(x.M.data, sim.states.M + STAGES * n * n, sizeof(double) * size_t(n * n));
  std::memcpy(D, sim.states.D + STAGES * n * n, sizeof(double) * size_t(n * n));
  for (int64_t i = 0; i < n; i++) {
    x.force[i] -= sim.states.b[STAGES * n + i];
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
  brake_joints(joints, x.most.data, x.inverse.data, x.v.data, x.f.data, x.a.data);
  for (int64_t k = 0; k < n * n; k++) x.M[k] += weight * D[k];
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
int64_t rollout(Simulation &sim, const Actuators &joints, const Commands &commands,
                const double *start, const MutablePath &path) {
  const int64_t n = joints.joints;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0;
  RolloutRoom x(sim, n);
  for (int64_t i = 0; i < n; i++) {
    x.q[i] = path.Q[i] = start[i];
    x.v[i] = path.V[i] = start[n + i];
  }
  for (int64_t s = 0; s < commands.steps; s++) {
    const int64_t at = s * n;
    drive_joints(joints, commands, s, x, path.clipped);
    if (!accelerate(sim, joints, path.clipped + at, x, path.D + at * n)) return s;
    for (int64_t i = 0; i < n; i++) {
      path.A[at + i] = x.before[i] = x.a[i], path.F[at + i] = x.f[i];
      const double old = x.v[i];
      x.v[i] = old + joints.h * x.a[i];
      x.q[i] += ahead * old + (joints.h - ahead) * x.v[i];
      if (!(std::fabs(x.v[i]) < LARGEST)) return s;
      path.Q[at + n + i] = x.q[i], path.V[at + n + i] = x.v[i];
    }
  }
  return -1;
}

}} // namespace dynid::DYNID_LEVEL
