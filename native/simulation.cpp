// One step of the motion: Gauss collocation, of order six, solved by sweeps over all stages at
// once; and from sample to sample under a controller, as long as nothing happens that needs a
// closer look (dry friction that stops or breaks away, a step that is too long, a velocity beyond
// bounds).
//
// The accelerations A_i at the times t + c_i h satisfy the equations of motion at
//   qd_i = qd + h sum_j a_ij A_j,     q_i = q + c_i h qd + h^2 sum_j (a a)_ij A_j
// A sweep evaluates all stages and the end of the step as the lanes of one number, and corrects A
// with the mass matrix and the slope D of the friction:
//   M_i dA_i + h D_i sum_j a_ij dA_j = tau_i - b_i - M_i A_i
// (Friction under load f adds f to b and df/dqdd to M; hysteresis adds its stiffness as friction
// adds its slope.) Two or three sweeps do. The method is symplectic and A-stable: no drift of
// energy, no trouble with steep friction.
#include "equations.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr int SWEEPS = 12;
constexpr double ITERATION = 1e-11; // relative error of the accelerations left by the sweeps
constexpr double ROUNDOFF = 1e-8;   // below this a correction that stops shrinking is round-off
constexpr double LEAST = 1e-6; // so does one this much smaller than the largest of all coordinates
constexpr double QUIET = 1e-3; // and what forces elsewhere would do: a joint without any has the
                               // round-off of those
constexpr int LOADS = 20;     // sweeps for the acceleration of a state under friction that reads it
constexpr double LOAD = 1e-3; // an acceleration this much smaller than (|tau| + |b|) / M is none
/// Relative defect of the accelerations at the end of a step. The error of a step goes with its
/// square (the order six of the step against the order three of the polynomial): 1e-9 of the
/// acceleration, before the small factor of Gauss.
constexpr double DEFECT = 3e-5;
constexpr double SHORTEST =
    1e-9;                       // s, of a step: what needs shorter ones has left the model's range
constexpr double FASTEST = 1e6; // rad/s or m/s: beyond this the motion has diverged
constexpr int MOST_STEPS_A_SAMPLE = 5000;
constexpr double PASSED = 1e-9; // of the bounds of dry friction: what exceeds them more breaks away

/// x <- K^-1 x by Gauss with row exchanges; false where K (n, n) is singular. K is used up.
static bool solve_dense(double *K, double *x, int64_t n) {
  for (int64_t k = 0; k < n; k++) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; i++)
      if (std::fabs(K[i * n + k]) > std::fabs(K[pivot * n + k])) pivot = i;
    if (!(std::fabs(K[pivot * n + k]) > 0.0)) return false;
    if (pivot != k) {
      for (int64_t j = k; j < n; j++) {
        const double old = K[k * n + j];
        K[k * n + j] = K[pivot * n + j], K[pivot * n + j] = old;
      }
      const double old = x[k];
      x[k] = x[pivot], x[pivot] = old;
    }
    for (int64_t i = k + 1; i < n; i++) {
      const double factor = K[i * n + k] / K[k * n + k];
      if (factor == 0.0) continue;
      for (int64_t j = k + 1; j < n; j++) K[i * n + j] -= factor * K[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (int64_t k = n - 1; k >= 0; k--) {
    for (int64_t j = k + 1; j < n; j++) x[k] -= K[k * n + j] * x[j];
    x[k] /= K[k * n + k];
  }
  return true;
}

/// Whether a symmetric matrix is positive definite, round-off aside: by Cholesky.
static bool is_positive(const double *M, int64_t n) {
  Scratch<double> R(n * n);
  std::memcpy(R.data, M, sizeof(double) * size_t(n * n));
  for (int64_t k = 0; k < n; k++) {
    if (!(R[k * n + k] > 1e-14 * M[k * n + k])) return false;
    for (int64_t i = k + 1; i < n; i++) {
      const double factor = R[i * n + k] / R[k * n + k];
      for (int64_t j = k + 1; j <= i; j++) R[i * n + j] -= factor * R[j * n + k];
    }
  }
  return true;
}

/// qdd, and the forces that hold what sticks, at state p:  M qdd + g' force = tau - b - load,
/// g qdd = -gamma.
static bool compute_accelerations(const Simulation &sim, int64_t p, const double *tau, double *qdd,
                                  double *force) {
  const int64_t n = sim.n, k = sim.held_count, m = n + k, places = sim.mech.dry.places;
  const States &states = sim.states;
  Scratch<double> K(m * m), x(m);
  for (int64_t i = 0; i < n; i++) qdd[i] = 0.0;
  if (!is_positive(states.M + p * n * n, n)) return false;
  for (int round = 0; round < LOADS; round++) {
    compute_load_friction(sim, p, qdd);
    K.clear();
    for (int64_t i = 0; i < n; i++) {
      x[i] = tau[i] - states.b[p * n + i] - states.load[p * n + i];
      for (int64_t j = 0; j < n; j++) {
        const double E = states.E[(p * n + i) * n + j];
        K[i * m + j] = states.M[(p * n + i) * n + j] + E;
        x[i] += E * qdd[j];
      }
      for (int64_t e = 0; e < k; e++)
        K[i * m + n + e] = K[(n + e) * m + i] = states.g[(p * places + sim.held[e]) * n + i];
    }
    for (int64_t e = 0; e < k; e++) x[n + e] = -states.gamma[p * places + sim.held[e]];
    if (!solve_dense(K.data, x.data, m)) return false;
    double change = 0.0, largest = 0.0;
    for (int64_t i = 0; i < n; i++) {
      change = std::fmax(change, std::fabs(x[i] - qdd[i]));
      largest = std::fmax(largest, std::fabs(x[i]));
      qdd[i] = x[i];
    }
    for (int64_t e = 0; e < k; e++) force[e] = x[n + e];
    if (sim.mech.loaded.count == 0) return true;
    if (change <= ITERATION * largest) break;
  }
  compute_load_friction(sim, p, qdd);
  return true;
}

/// The states at the stages and, last, at the end of a step of length h, for its accelerations.
static void place_states(const Simulation &sim, double h) {
  const int64_t n = sim.n;
  const Now &now = sim.now;
  for (int64_t a = 0; a < n; a++)
    for (int64_t i = 0; i < POINTS; i++) {
      const bool end = i == STAGES;
      double rise = 0.0, way = 0.0;
      for (int j = 0; j < STAGES; j++) {
        const double A = sim.trial.A[j * n + a];
        rise += (end ? GAUSS.b[j] : GAUSS.a[i][j]) * A;
        way += (end ? GAUSS.b[j] * (1.0 - GAUSS.c[j]) : GAUSS.square[i][j]) * A;
      }
      sim.states.qd[i * n + a] = now.qd[a] + h * rise;
      sim.states.q[i * n + a] = now.q[a] + h * ((end ? 1.0 : GAUSS.c[i]) * now.qd[a] + h * way);
    }
}

/// Solves for the corrections of A (first STAGES n entries of x) and the holding forces (the rest);
/// false if singular.
static bool correct_stages(const Simulation &sim, double h, SimulationRoom &room) {
  const int64_t n = sim.n, k = sim.held_count, m = STAGES * (n + k), places = sim.mech.dry.places;
  const States &states = sim.states;
  const double *A = sim.trial.A;
  double *K = room.K.data, *x = room.x.data;
  room.K.clear();
  for (int64_t i = 0; i < STAGES; i++) {
    for (int64_t a = 0; a < n; a++) {
      const int64_t row = i * n + a;
      const double *M = states.M + row * n, *D = states.D + row * n, *E = states.E + row * n;
      x[row] = sim.trial.tau[row] - states.b[row] - states.load[row];
      for (int64_t b = 0; b < n; b++) {
        x[row] -= M[b] * A[i * n + b];
        K[row * m + i * n + b] = M[b] + E[b];
      }
      for (int j = 0; j < STAGES; j++) {
        K[row * m + j * n + a] += h * h * GAUSS.square[i][j] * states.stiffness[row];
        for (int64_t b = 0; b < n; b++) K[row * m + j * n + b] += h * GAUSS.a[i][j] * D[b];
      }
    }
    for (int64_t e = 0; e < k; e++) {
      const int64_t row = STAGES * n + i * k + e, at = i * places + sim.held[e];
      x[row] = -states.gamma[at];
      for (int64_t b = 0; b < n; b++) {
        const double g = states.g[at * n + b];
        x[row] -= g * A[i * n + b];
        K[row * m + i * n + b] = K[(i * n + b) * m + row] = g;
      }
    }
  }
  return solve_dense(K, x, m);
}

/// What an acceleration of each coordinate is measured by: the largest one, or a part of the forces
/// over M (of hysteresis all that it can be, for it is the difference of such forces).
static void measure_accelerations(const Simulation &sim, double *size) {
  const int64_t n = sim.n;
  const States &states = sim.states;
  double most = 0.0, largest = 0.0;
  for (int64_t a = 0; a < n; a++) {
    size[a] = 1e-300;
    for (int64_t i = 0; i < STAGES; i++) {
      const int64_t row = i * n + a;
      const double forces = std::fabs(sim.trial.tau[row]) + std::fabs(states.b[row]);
      const double load = LOAD * forces / std::fabs(states.M[row * n + a]);
      size[a] = std::fmax(size[a], std::fabs(sim.trial.A[row]) + load);
      most = std::fmax(most, load);
    }
  }
  const Hysteresis &wound = sim.mech.wound;
  for (int64_t e = 0; e < wound.count; e++) {
    const int64_t a = wound.row[e];
    if (wound.rate[e] == 0.0)
      size[a] =
          std::fmax(size[a], LOAD * std::fabs(wound.value[e]) / std::fabs(states.M[a * n + a]));
  }
  for (int64_t a = 0; a < n; a++) largest = std::fmax(largest, size[a]);
  for (int64_t a = 0; a < n; a++)
    size[a] = std::fmax(size[a], std::fmax(LEAST * largest, QUIET * most));
}

/// What the last correction x still changes in the acceleration at the end, relative: by way of its
/// velocities, dv = h sum_j b_j x_j, through friction, D dv, and through forces that go with the
/// square of velocities, about 2 M |rate| dv.
static double measure_last_change(const Simulation &sim, double h, const SimulationRoom &room) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const double *M = sim.states.M + STAGES * n * n, *D = sim.states.D + STAGES * n * n;
  const double *x = room.x.data;
  double fastest = 0.0, worst = 0.0;
  for (int64_t c = 0; c < nc; c++)
    fastest = std::fmax(fastest, std::fabs(sim.states.rate[STAGES * nc + c]));
  for (int64_t a = 0; a < n; a++) {
    double change = 0.0;
    for (int64_t b = 0; b < n; b++) {
      const double dv = h * (GAUSS.b[0] * x[b] + GAUSS.b[1] * x[n + b] + GAUSS.b[2] * x[2 * n + b]);
      change += (std::fabs(D[a * n + b]) + 2.0 * fastest * std::fabs(M[a * n + b])) * std::fabs(dv);
    }
    worst = std::fmax(worst, change / std::fabs(M[a * n + a]) / room.size[a]);
  }
  return worst;
}

/// Sweeps until the accelerations of the stages have settled.
static int64_t settle_stages(Simulation &sim, double h, double ahead, SimulationRoom &room) {
  const int64_t n = sim.n;
  double before = INFINITY;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    place_states(sim, h);
    if (evaluate(sim, room, sweep == 0 ? ahead : 0.0) >= 0) return NOT_CLOSED;
    if (sim.mech.loaded.count)
      for (int64_t i = 0; i < STAGES; i++) compute_load_friction(sim, i, sim.trial.A + i * n);
    if (!correct_stages(sim, h, room)) return NOT_POSITIVE;
    measure_accelerations(sim, room.size.data);
    double change = 0.0;
    for (int64_t k = 0; k < STAGES * n; k++) {
      double &A = sim.trial.A[k];
      A += room.x[k];
      const double ratio = std::fabs(room.x[k]) / (room.size[k % n] + std::fabs(A));
      change = ratio <= change ? change : ratio; // keeps nan
    }
    if (sweep > 0) {
      // this correction leaves about change / before times itself
      if (change <= ROUNDOFF && change / before * change <= ITERATION) return DONE;
      if (!(change <= 0.5 * before)) return change <= ROUNDOFF ? DONE : NOT_CONVERGED;
    }
    before = change > 0.0 ? change : 1e-300;
  }
  return NOT_CONVERGED;
}

/// The smallest velocity of dry friction along its mode.
static double find_slowest(const Simulation &sim) {
  const int64_t places = sim.mech.dry.places;
  double slowest = INFINITY;
  for (int64_t k = 0; k < POINTS * places; k++) {
    const int64_t mode = sim.mode[k % places];
    if (mode != 0) slowest = std::fmin(slowest, double(mode) * sim.states.v[k]);
  }
  return slowest;
}

static void note_start(const Simulation &sim) {
  for (int64_t i = 0; i < sim.n; i++) {
    sim.states.start[i] = sim.now.q[i];
    sim.states.speed[i] = sim.now.qd[i];
  }
}

/// Moves on by h from the present state, which stays as it is: the new one is the last of the
/// states. ahead: see `close_states`.
static int64_t make_step(Simulation &sim, double h, double ahead, SimulationRoom &room) {
  const int64_t n = sim.n;
  const Trial &trial = sim.trial;
  note_start(sim);
  const int64_t status = settle_stages(sim, h, ahead, room);
  if (status != DONE) return status;
  place_states(sim, h);
  if (measure_last_change(sim, h, room) > ITERATION && evaluate(sim, room, 0.0) >= 0)
    return NOT_CLOSED;
  if (!compute_accelerations(sim, STAGES, trial.tau + STAGES * n, trial.qdd, trial.force))
    return NOT_POSITIVE;
  trial.report[0] = 0.0, trial.report[1] = find_slowest(sim);
  for (int64_t a = 0; a < n; a++) {
    double end = 0.0; // the polynomial at x = 1
    for (int j = 0; j < STAGES; j++)
      end +=
          (GAUSS.lagrange[0][j] + GAUSS.lagrange[1][j] + GAUSS.lagrange[2][j]) * trial.A[j * n + a];
    trial.report[0] = std::fmax(trial.report[0], std::fabs(trial.qdd[a] - end) / room.size[a]);
  }
  return DONE;
}

/// The equations of motion in the present state, as all of the states.
static int64_t look(Simulation &sim, SimulationRoom &room) {
  const int64_t n = sim.n;
  note_start(sim);
  for (int64_t k = 0; k < POINTS * n; k++) {
    sim.states.q[k] = sim.now.q[k % n];
    sim.states.qd[k] = sim.now.qd[k % n];
  }
  return evaluate(sim, room, 0.0) < 0 ? DONE : NOT_CLOSED;
}

void law_force(const double *law, double q, double v, int64_t way, double *force) {
  const Force x = compute_force(law, q, v, way);
  force[0] = x.f, force[1] = x.slope;
}

void restart_simulation(Simulation &sim) {
  SimulationRoom room(sim);
  if (sim.mech.closure.con.solved_count)
    restart(sim.mech.closure, sim.now.home, room.block, room.loops, sim.branch);
}

int64_t look_at_state(Simulation &sim) {
  SimulationRoom room(sim);
  return look(sim, room);
}

/// trial.qdd and the holding forces, under the torque of this moment.
int64_t start_step(Simulation &sim) {
  return compute_accelerations(sim, STAGES, sim.now.tau, sim.trial.qdd, sim.trial.force)
             ? DONE
             : NOT_POSITIVE;
}

int64_t try_step(Simulation &sim, double h) {
  SimulationRoom room(sim);
  return make_step(sim, h, 0.0, room);
}

/// states.z, after the joints have moved without a turn from the present state through the states.
void wind_hysteresis(const Simulation &sim) {
  const Hysteresis &wound = sim.mech.wound;
  const States &states = sim.states;
  const int64_t n = sim.n;
  for (int64_t e = 0; e < wound.count; e++) {
    const int64_t i = wound.row[e];
    const double moved = states.q[STAGES * n + i] - sim.now.q[i], s = sign_of(moved);
    double z = states.z[e];
    if (wound.extra[e] > 0.0 && s != 0.0) {
      double at = sim.now.q[i], before = compute_level(sim.now.qd[i], wound.extra[e], wound.vs[e]);
      for (int64_t p = 0; p < POINTS; p++) {
        const double G = compute_level(states.qd[p * n + i], wound.extra[e], wound.vs[e]);
        z = bend(z, s, s * (states.q[p * n + i] - at), wound.length[e], before, G);
        at = states.q[p * n + i], before = G;
      }
      states.z[e] = z;
    } else {
      states.z[e] = s + (z - s) * std::exp(-std::fabs(moved) / wound.length[e]);
    }
  }
}

/// Makes the end of a step the present state.
void take_step(const Simulation &sim, double h) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const Now &now = sim.now;
  wind_hysteresis(sim);
  for (int64_t c = 0; c < nc; c++) {
    sim.states.before[c] = now.home[c];
    now.home[c] = sim.states.full[STAGES * nc + c];
  }
  for (int64_t i = 0; i < n; i++) {
    now.q[i] = sim.states.q[STAGES * n + i], now.qd[i] = sim.states.qd[STAGES * n + i];
    now.qdd[i] = sim.trial.qdd[i], now.tau[i] = sim.trial.tau[STAGES * n + i];
    now.jump[i] = 0.0;
  }
  for (int64_t k = 0; k < STAGES * n; k++) now.A[k] = sim.trial.A[k];
  now.clock[TIME] += h;
  now.clock[MADE] = h;
}

/// The accelerations at the stages, from the polynomial of the step before and the jump of the
/// torque.
static void guess_stages(const Simulation &sim, double h) {
  const int64_t n = sim.n;
  const Now &now = sim.now;
  const double part = now.clock[MADE] > 0.0 ? h / now.clock[MADE] : 0.0;
  for (int i = 0; i < STAGES; i++) {
    const double x = 1.0 + part * GAUSS.c[i];
    for (int64_t a = 0; a < n; a++) {
      double guess = part == 0.0 ? now.qdd[a] : now.jump[a];
      for (int j = 0; j < STAGES && part > 0.0; j++)
        guess += (GAUSS.lagrange[0][j] + x * (GAUSS.lagrange[1][j] + x * GAUSS.lagrange[2][j])) *
                 now.A[j * n + a];
      sim.trial.A[i * n + a] = guess;
    }
  }
}

/// Whether all that sticks goes on sticking: its forces are within their bounds.
static bool holds(const Simulation &sim, const double *tau, const Record &record) {
  const int64_t n = sim.n;
  for (int64_t e = 0; e < sim.held_count; e++) {
    const double low = record.low[sim.held[e]], high = record.high[sim.held[e]];
    double slack = PASSED * (high - low);
    if (slack == 0.0)
      for (int64_t i = 0; i < n; i++) {
        const double own = sim.states.b[STAGES * n + i] + sim.states.load[STAGES * n + i];
        slack = std::fmax(slack, PASSED * std::fmax(std::fabs(tau[i]), std::fabs(own)));
      }
    const double force = sim.trial.force[e];
    if (!(force >= low - slack && force <= high + slack)) return false;
  }
  return true;
}

/// A step of length h under the torques of `trial`; false where it must not be taken: the state is
/// then that before it.
static bool glide_on(Simulation &sim, const Record &record, double h, SimulationRoom &room) {
  double *clock = sim.now.clock;
  guess_stages(sim, h);
  const int64_t status = make_step(sim, h, clock[MADE] > 0.0 ? h / clock[MADE] : 0.0, room);
  const double ratio = sim.trial.report[0] / DEFECT;
  bool good = status == DONE && ratio <= 1.0 && sim.trial.report[1] >= 0.0;
  for (int64_t i = 0; i < sim.n; i++)
    good = good && std::fabs(sim.states.qd[STAGES * sim.n + i]) < FASTEST;
  if (!good || !holds(sim, sim.trial.tau + STAGES * sim.n, record)) {
    look(sim, room);
    return false;
  }
  const double longer = 0.9 * std::pow(ratio > 1e-6 ? ratio : 1e-6, -1.0 / STAGES);
  clock[NEXT] = h * std::fmin(4.0, longer);
  take_step(sim, h);
  return true;
}

bool glide(Simulation &sim, const Record &record, double h) {
  SimulationRoom room(sim);
  return glide_on(sim, record, h, room);
}

/// now.tau, wanted accelerations, becomes the torque for them in the present state (against dry
/// friction where it slips, not against the damping of the drives); what no motor drives goes its
/// own way,  M_FF qdd_F + M_FD qdd_D + b_F = 0.
static void compute_torque(const Simulation &sim, const Record &record) {
  const int64_t n = sim.n;
  const double *M = sim.states.M + STAGES * n * n, *b = sim.states.b + STAGES * n;
  Scratch<double> K(n * n), qdd(n);
  for (int64_t i = 0; i < n; i++) {
    K[i * n + i] = 1.0;
    qdd[i] = sim.now.tau[i];
    if (!record.free[i]) continue;
    for (int64_t j = 0; j < n; j++) K[i * n + j] = M[i * n + j];
    qdd[i] = -b[i];
  }
  solve_dense(K.data, qdd.data, n);
  compute_load_friction(sim, STAGES, qdd.data);
  for (int64_t i = 0; i < n; i++) {
    double tau = b[i] + sim.states.load[STAGES * n + i] - record.damping[i] * sim.now.qd[i];
    for (int64_t j = 0; j < n; j++) tau += M[i * n + j] * qdd[j];
    sim.now.tau[i] = tau;
  }
}

/// now.tau: what the controller wants at a sample in the present state.
void ask_controller(const Simulation &sim, const Controller &control, const Record &record,
                    int64_t sample) {
  const int64_t n = sim.n, k = sample < control.rows ? sample : control.rows - 1;
  const Now &now = sim.now;
  for (int64_t i = 0; i < n; i++) {
    const double e = control.q[k * n + i] - now.q[i];
    double rest = control.feed[k * n + i] + control.kd[i] * (control.qd[k * n + i] - now.qd[i]);
    rest += control.kp[i] * e;
    const double grown = control.integral[i] + control.ki[i] * e, whole = rest + grown;
    if (!(std::fabs(whole) > control.limit[i] && whole * e > 0.0)) control.integral[i] = grown;
    now.tau[i] = rest + control.integral[i];
  }
  if (control.computed) compute_torque(sim, record);
  for (int64_t i = 0; i < n; i++)
    if (record.free[i]) now.tau[i] = 0.0;
}

/// Cuts off what a drive cannot give; false where that is no number.
static bool limit_torques(double *tau, const double *limit, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    if (!std::isfinite(tau[i])) return false;
    tau[i] = std::fmin(std::fmax(tau[i], -limit[i]), limit[i]);
  }
  return true;
}

/// Steps on until then, under the torque of this moment; false where a step must not be taken.
static bool advance_to(Simulation &sim, const Record &record, double until, SimulationRoom &room) {
  double *clock = sim.now.clock;
  for (int64_t k = 0; k < POINTS * sim.n; k++) sim.trial.tau[k] = sim.now.tau[k % sim.n];
  for (int k = 0; k < MOST_STEPS_A_SAMPLE; k++) {
    const double left = until - clock[TIME];
    if (left <= SHORTEST) {
      clock[TIME] = until;
      return true;
    }
    const double h = clock[NEXT] > 0.999 * left ? left : clock[NEXT];
    if (!glide_on(sim, record, h, room)) return false;
  }
  return false;
}

/// All samples from the present one, `at`, on, before `last`. WITHIN: the present sample is begun
/// and recorded; AT_START: only its torque is known.
int64_t run_samples(Simulation &sim, const Controller &control, const Record &record, int64_t *at,
                    int64_t last) {
  const int64_t n = sim.n;
  const Now &now = sim.now;
  SimulationRoom room(sim);
  for (; *at < last; ++*at) {
    const int64_t k = *at;
    ask_controller(sim, control, record, k);
    if (!limit_torques(now.tau, record.limit, n)) return WRONG_TORQUE;
    if (!compute_accelerations(sim, STAGES, now.tau, sim.trial.qdd, sim.trial.force))
      return AT_START;
    if (!holds(sim, now.tau, record)) return AT_START;
    for (int64_t i = 0; i < n; i++) {
      now.jump[i] = sim.trial.qdd[i] - now.qdd[i];
      now.qdd[i] = sim.trial.qdd[i];
      record.q[k * n + i] = now.q[i], record.qd[k * n + i] = now.qd[i];
      record.qdd[k * n + i] = now.qdd[i];
      record.tau[k * n + i] = now.tau[i] - record.damping[i] * now.qd[i];
    }
    if (k + 1 < record.samples && !advance_to(sim, record, record.t[k + 1], room)) return WITHIN;
  }
  return RAN;
}

}} // namespace dynid::DYNID_LEVEL
