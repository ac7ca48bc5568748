// What the kernels of the family `rollout` read: robots whose drives follow position commands.
#pragma once
#include "simulation.hpp"

namespace dynid {

/// Joints and drives, (joints) each, and how a step of length h is made, see rollout.cpp.
struct Actuators {
  int64_t joints;
  const double *armature, *viscous, *dry;
  const double *shift; // of q to the true one
  const double *kp, *kd, *limit;
  const double *load; // dry friction a unit of the drive's torque
  const double *R, *beta; // dry friction gives way by R and brakes with the rate beta
  double h;
  bool centred, implicit, held;
};

/// (steps, joints): position, velocity, feed-forward torque
struct Commands {
  int64_t steps;
  const double *u, *ud, *ff;
};

template <class T, class Flag> struct Path {
  T *Q, *V;      // (steps + 1, joints)
  T *A, *F;      // (steps, joints) acceleration, dry friction
  T *D;          // (steps, joints, joints) damping of passive joints
  Flag *clipped; // (steps, joints) the drive gave its limit
};
using MutablePath = Path<double, bool>;
using ConstPath = Path<const double, const bool>;

/// Stiffness and damping d tau/dq, d tau/dqd of the bodies and their mass, (steps, joints, joints).
template <class T> struct Linearisation {
  T *M, *K, *C;
};

enum ParameterKind : int64_t {
  ARMATURE, VISCOUS, DRY, BIAS, KP, KD, LOAD, LIMIT, DELAY, START, RATE, BODY
};

/// What the drive of joint i would give without a limit, at step s, at q and qd.
inline double compute_torque(const Actuators &joints, const Commands &commands, int64_t s,
                             int64_t i, double q, double qd) {
  const int64_t at = s * joints.joints + i;
  const double seen = joints.centred && !joints.held ? q + 0.5 * joints.h * qd : q;
  return joints.kp[i] * (commands.u[at] - seen) + joints.kd[i] * (commands.ud[at] - qd) +
         commands.ff[at];
}

/// Parameters by which a rollout is differentiated, and the samples at which.
struct RolloutParameters {
  int64_t count;
  const int64_t *kind;   // (count) ParameterKind
  const int64_t *joint;  // (count) a joint; of a BODY the column of `turning`
  double acts, sees;     // how a bias enters: added to the command, or to what is measured
  const double *rates;   // (steps, 3, joints) of the commands in time
  const double *turning; // (steps, joints, columns) torque of a unit of each body's parameter
  int64_t columns;
  int64_t samples;
  const int64_t *step; // (samples) ascending, -1: the start
  const double *part;  // (samples) of the way through the step
};

} // namespace dynid
