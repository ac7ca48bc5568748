// What the kernels of the family `simulation` read.
#pragma once
#include "closure.hpp"

namespace dynid {

/// Places in the row of numbers of a law, as `pack_law` writes them; the last four are of a rod.
enum LawNumber : int64_t {
  LAW_SIGN,
  LAW_WIDTH,
  LAW_SIDE,
  LAW_POWER,
  LAW_FADE,
  LAW_STEEPNESS,
  LAW_POSITION,
  LAW_WAVES,
  LAW_PHASE,
  ROD_FIXED,
  ROD_TURNING,
  ROD_TOWARD,
  ROD_STRETCH,
  LAW_NUMBERS
};
constexpr int64_t STAGES = 3;          // of Gauss' collocation
constexpr int64_t POINTS = STAGES + 1; // states of a step: its stages, and its end

/// Entry e: value law(q, v) along the sum on[e] of coordinates; its law reads of[e].
struct SmoothForces {
  int64_t count;
  const double *on, *of; // (count, coordinates)
  const double *law, *value;
};
/// Dry friction along v = along[k] qd, which can stick; entry e is of place place[e].
struct DryFriction {
  int64_t places, count;
  const double *along; // (places, coordinates)
  const int64_t *place;
  const double *law, *value;
};
/// Entry e: value law(q, v) |L|^power on the actuated joint row[e], with the torque L of the rigid
/// bodies; part of the dry friction of place[e], or (-1) smooth.
struct LoadFriction {
  int64_t count;
  const int64_t *row, *place;
  const double *law, *value, *power;
};
/// Entry e: value law(q, v) z on the actuated joint row[e], which turns where place[e] does. With
/// bristles (extra, vs) z is LuGre's w, or the rest 1 - sign(v) w / G of its rate.
struct Hysteresis {
  int64_t count;
  const int64_t *row, *place;
  const double *law, *value, *length, *extra, *vs, *rate;
};

/// Everything that stays the same during a simulation.
struct Mechanism {
  Closure closure;
  const double *inertia; // (nodes, 10)
  const double *J;       // (coordinates, coordinates) of rotors and couplings
  SmoothForces smooth;
  DryFriction dry;
  LoadFriction loaded;
  Hysteresis wound;
  const double *tilt;   // (3) gravity that is added to the robot's,
  const double *tilted; // (n) 1 for joints that feel it
};

/// The state of a robot in motion, and what its next step starts from.
struct Now {
  double *q, *qd, *qdd; // (n); qdd under the torque of this moment
  double *tau, *jump;   // (n) that torque, and what it changed in qdd
  double *home;         // (coordinates) the closed pose
  double *A;            // (STAGES, n) accelerations of the step that ended here
  double *clock;        // (3) time, length of that step (0: none), length of the next by errors
};
enum Clock { TIME, MADE, NEXT };

/// A step that may be taken.
struct Trial {
  double *tau;    // (POINTS, n) torques at the stages and at the end
  double *A;      // (STAGES, n) accelerations: guess and result
  double *qdd;    // (n) at the end
  double *force;  // (places) at the end: first those that hold what sticks
  double *report; // (2) how far the polynomial of accelerations misses the one at the end; the
                  // smallest velocity of dry friction along its mode: negative where it passed zero
};

/// POINTS states and what the equations of motion are there.
struct States {
  double *q, *qd;    // (POINTS, n)
  double *M;         // (POINTS, n, n)
  double *b;         // (POINTS, n) all forces at qdd = 0: gravity, Coriolis, springs, friction
  double *D;         // (POINTS, n, n) db/dqd of friction
  double *g;         // (POINTS, places, n) dry friction acts along v = g qd, v' = g qdd + gamma
  double *gamma, *v; // (POINTS, places)
  double *full;      // (POINTS, coordinates)
  double *R, *h;     // (POINTS, n, n), (POINTS, n): the rigid bodies' torque is L = R qdd + h
  double *load, *E;  // (POINTS, n) friction under load, no part of b; (POINTS, n, n) d/dqdd of it
  double *stiffness; // (POINTS, n) db/dq of hysteresis
  double *start, *speed; // (n) q and qd where the step starts
  double *z;             // (entries) hysteresis there
  double *rate, *bias;   // (POINTS, coordinates) velocities; accelerations while those of the
                         // drives are zero
  double *before;        // (coordinates) pose where the last step started
  double *G;             // (coordinates, n, POINTS) dq / dq_i
  double *margin;        // (POINTS)
};

/// tau = x, or M x + b where it is `computed`, of
///   x = feed + kp e + kd e' + integral of ki e     with  e = q - that of the robot
/// with a row of q, qd and feed for every sample, the last for all after it. Where |x| exceeds the
/// limit and e would push it further, the integral stands still.
struct Controller {
  int64_t rows;
  const double *q, *qd, *feed; // (rows, n)
  const double *kp, *ki, *kd;  // (n); ki times the sample period
  const double *limit;         // (n)
  double *integral;            // (n)
  bool computed;
};

/// What is simulated, sample by sample, and what stays the same meanwhile.
struct Record {
  int64_t samples;
  const double *t;               // (samples)
  double *q, *qd, *qdd, *tau;    // (samples, n)
  const double *limit, *damping; // (n) of the torques; of the drives
  const bool *free;              // (n) no motor
  const double *low, *high;      // (places) bounds of the dry friction
};

struct Simulation {
  Mechanism mech;
  int64_t n; // actuated coordinates
  Now now;
  Trial trial;
  States states;
  Branch branch;
  int64_t *mode; // (places) 1 or -1: slips that way, 0: sticks
  int64_t held_count;
  const int64_t *held; // (held_count) places that a force holds, independent ones
};

enum StepStatus : int64_t { DONE, NOT_CONVERGED, NOT_CLOSED, NOT_POSITIVE };
enum RunStatus : int64_t { RAN, WRONG_TORQUE, AT_START, WITHIN };

} // namespace dynid
