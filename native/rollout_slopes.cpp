// Derivatives of a rollout by its parameters: each step of rollout.cpp, linearised.
#include "geometry.hpp"
#include "kernels.hpp"
#include "spd.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr double INSIDE = 1.0 - 1e-9; // part of its limit below which dry friction holds the joint

/// One step: what the rollout had, and the derivatives of the state (joints, parameters).
struct SlopeRoom {
  int64_t n, P;
  Scratch<double> dq, dv, before, g, x, inertia, L;
  Scratch<double> torque; // (joints) of the drives, without a limit
  Scratch<double> part;   // (joints) of a torque that friction which grows with it leaves
  Scratch<bool> holds;    // joints that dry friction holds
  SlopeRoom(int64_t n, int64_t P)
      : n(n), P(P), dq(n * P), dv(n * P), before(n * P), g(n * P), x(n * P), inertia(n * n),
        L(n * n), torque(n), part(n), holds(n) {}
};

/// How the state changes the force: g = -(Kp + K) dq - (Kd + Fv + C) dv, as the step sees them.
static void add_state_forces(const Actuators &joints, const bool *clipped, const double *K,
                             const double *C, SlopeRoom &room) {
  const int64_t n = room.n, P = room.P;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0, seen = joints.held ? 0.0 : ahead;
  for (int64_t i = 0; i < n; i++) {
    double *g = room.g.data + i * P;
    const double *dq = room.dq.data + i * P, *dv = room.dv.data + i * P;
    const double kp = clipped[i] ? 0.0 : room.part[i] * joints.kp[i];
    const double damping = (clipped[i] ? 0.0 : room.part[i] * joints.kd[i]) + joints.viscous[i];
    for (int64_t p = 0; p < P; p++) g[p] = -kp * (dq[p] + seen * dv[p]) - damping * dv[p];
    for (int64_t k = 0; k < n; k++) {
      const double stiffness = K[i * n + k], rate = C[i * n + k] + ahead * stiffness;
      if (stiffness == 0.0 && rate == 0.0) continue;
      const double *q = room.dq.data + k * P, *v = room.dv.data + k * P;
      for (int64_t p = 0; p < P; p++) g[p] -= stiffness * q[p] + rate * v[p];
    }
  }
}

/// How parameter p itself changes the forces g (joints, parameters) of step s.
static void add_parameter_force(const Actuators &joints, const Commands &commands,
                                const ConstPath &path, const double *K, const RolloutParameters &by,
                                int64_t s, int64_t p, SlopeRoom &room) {
  const int64_t n = room.n, P = room.P, j = by.joint[p], at = s * n;
  const double weight = joints.centred ? 0.5 * joints.h : joints.h;
  const double seen = joints.centred && !joints.held ? 0.5 * joints.h : 0.0;
  double *g = room.g.data + p; // entry of joint i: g[i * P]
  const auto free = [&](int64_t i) { return path.clipped[at + i] ? 0.0 : room.part[i]; };
  const double push = double(path.F[at + j] > 0.0) - double(path.F[at + j] < 0.0);
  switch (by.kind[p]) {
  case ARMATURE:
    g[j * P] -= path.A[at + j];
    break;
  case VISCOUS:
    g[j * P] -= path.V[at + j] + weight * path.A[at + j];
    break;
  case DRY:
  case LOAD: {
    const double against = double(path.V[at + j] < 0.0) - double(path.V[at + j] > 0.0);
    const double given = std::fmin(std::fabs(room.torque[j]), joints.limit[j]);
    const double size = by.kind[p] == DRY ? 1.0 : given;
    if (!room.holds[j]) g[j * P] += size * (push == 0.0 ? against : push);
    break;
  }
  case LIMIT:
    if (path.clipped[at + j]) g[j * P] += room.torque[j] > 0.0 ? room.part[j] : -room.part[j];
    break;
  case BIAS:
    g[j * P] += by.acts * joints.kp[j] * free(j);
    for (int64_t i = 0; i < n; i++) g[i * P] += by.sees * K[i * n + j];
    break;
  case KP:
    g[j * P] += free(j) * (commands.u[at + j] - path.Q[at + j] - seen * path.V[at + j]);
    break;
  case KD:
    g[j * P] += free(j) * (commands.ud[at + j] - path.V[at + j]);
    if (joints.implicit && !path.clipped[at + j]) g[j * P] -= weight * path.A[at + j];
    break;
  case DELAY:
    for (int64_t i = 0; i < n; i++) {
      const double *rates = by.rates + 3 * at + i;
      g[i * P] -= free(i) * (joints.kp[i] * rates[0] + joints.kd[i] * rates[n] + rates[2 * n]);
    }
    break;
  case BODY:
    for (int64_t i = 0; i < n; i++) g[i * P] -= by.turning[(at + i) * by.columns + j];
    break;
  default:
    break; // START, RATE: in the state alone
  }
}

/// g += df of the joints that dry friction holds: df = -(da0 + beta dqd) / R, with M da0 = g + df.
static void add_friction_slopes(const Actuators &joints, SlopeRoom &room) {
  const int64_t n = room.n, P = room.P;
  bool any = false;
  for (int64_t k = 0; k < n * P; k++) room.x[k] = room.g[k];
  for (int64_t i = 0; i < n; i++) {
    if (!room.holds[i]) continue;
    any = true;
    for (int64_t p = 0; p < P; p++)
      room.x[i * P + p] -= joints.beta[i] / joints.R[i] * room.dv[i * P + p];
    room.inertia[i * n + i] += 1.0 / joints.R[i];
  }
  if (!any) return;
  factor_spd(room.inertia.data, n, room.L.data);
  solve_spd(room.L.data, n, room.x.data, P);
  for (int64_t i = 0; i < n; i++) {
    if (!room.holds[i]) continue;
    room.inertia[i * n + i] -= 1.0 / joints.R[i];
    for (int64_t p = i * P; p < (i + 1) * P; p++)
      room.g[p] -= (room.x[p] + joints.beta[i] * room.dv[p]) / joints.R[i];
  }
}

/// dq, dv after the step whose forces are g.
static void step_slopes(const Actuators &joints, const bool *clipped, const double *D,
                        SlopeRoom &room) {
  const int64_t n = room.n, P = room.P;
  const double ahead = joints.centred ? 0.5 * joints.h : 0.0;
  const double weight = joints.centred ? 0.5 * joints.h : joints.h;
  for (int64_t k = 0; k < n * n; k++) room.inertia[k] += weight * D[k];
  for (int64_t i = 0; i < n; i++) {
    const double drive = joints.implicit && !clipped[i] ? joints.kd[i] : 0.0;
    room.inertia[i * n + i] += weight * (joints.viscous[i] + drive);
  }
  factor_spd(room.inertia.data, n, room.L.data);
  solve_spd(room.L.data, n, room.g.data, P);
  for (int64_t k = 0; k < n * P; k++) {
    const double old = room.dv[k];
    room.before[k] = room.dq[k];
    room.dv[k] = old + joints.h * room.g[k];
    room.dq[k] += ahead * old + (joints.h - ahead) * room.dv[k];
  }
}

/// slopes (samples, joints, parameters): dq / dparameter at samples within the steps.
void rollout_slopes(const Actuators &joints, const Commands &commands, const ConstPath &path,
                    const Linearisation<const double> &bodies, const RolloutParameters &by,
                    double *slopes) {
  const int64_t n = joints.joints, P = by.count;
  SlopeRoom room(n, P);
  for (int64_t p = 0; p < P; p++) {
    if (by.kind[p] == START) room.dq[by.joint[p] * P + p] = 1.0;
    if (by.kind[p] == RATE) room.dv[by.joint[p] * P + p] = 1.0;
  }
  int64_t sample = 0;
  for (; sample < by.samples && by.step[sample] < 0; sample++)
    std::memcpy(slopes + sample * n * P, room.dq.data, sizeof(double) * size_t(n * P));
  for (int64_t s = 0; s < commands.steps && sample < by.samples; s++) {
    const int64_t at = s * n;
    const double *K = bodies.K + at * n, *M = bodies.M + at * n;
    for (int64_t i = 0; i < n; i++) {
      const double torque = compute_torque(joints, commands, s, i, path.Q[at + i], path.V[at + i]);
      const double f = path.F[at + i], given = std::fmin(std::fabs(torque), joints.limit[i]);
      room.torque[i] = torque;
      room.holds[i] = std::fabs(f) < (joints.dry[i] + joints.load[i] * given) * INSIDE;
      const bool same = (f > 0.0) == (torque > 0.0); // friction helps the drive
      room.part[i] = room.holds[i] || f == 0.0 ? 1.0 : 1.0 + (same ? 1.0 : -1.0) * joints.load[i];
    }
    add_state_forces(joints, path.clipped + at, K, bodies.C + at * n, room);
    for (int64_t p = 0; p < P; p++) add_parameter_force(joints, commands, path, K, by, s, p, room);
    std::memcpy(room.inertia.data, M, sizeof(double) * size_t(n * n));
    for (int64_t i = 0; i < n; i++) room.inertia[i * n + i] += joints.armature[i];
    add_friction_slopes(joints, room);
    step_slopes(joints, path.clipped + at, path.D + at * n, room);
    for (; sample < by.samples && by.step[sample] == s; sample++)
      for (int64_t k = 0; k < n * P; k++)
        slopes[sample * n * P + k] =
            room.before[k] + by.part[sample] * (room.dq[k] - room.before[k]);
  }
}

}} // namespace dynid::DYNID_LEVEL
