// Equations of motion at the states of a step: M qdd + b = tau, loops closed on the way. The states
// are the lanes of one number.
#pragma once
#include "laws.hpp"
#include "march.hpp"
#include "world_bodies.hpp"

namespace dynid { namespace DYNID_LEVEL {

using Points = Lanes<int(POINTS)>; // idle lanes repeat the last state

constexpr double FURTHEST_AHEAD = 2.0; // times the step before: beyond this its polynomial tells
                                       // nothing

/// Gauss' collocation of order six: nodes c, weights b, matrix a and its square, and L_j(x) =
/// (1, x, x^2) lagrange[:, j], the polynomial through values at the stages.
struct Gauss {
  double c[STAGES], b[STAGES], a[STAGES][STAGES], square[STAGES][STAGES];
  double lagrange[STAGES][STAGES];
  constexpr Gauss() : c(), b(), a(), square(), lagrange() {
    constexpr double ROOT = 3.87298334620741688518; // of 15
    c[0] = 0.5 - ROOT / 10, c[1] = 0.5, c[2] = 0.5 + ROOT / 10;
    b[0] = b[2] = 5.0 / 18, b[1] = 4.0 / 9;
    a[0][0] = a[1][0] = a[2][0] = a[0][2] = a[1][2] = a[2][2] = 5.0 / 36;
    a[0][1] = a[1][1] = a[2][1] = 2.0 / 9;
    a[0][1] -= ROOT / 15, a[0][2] -= ROOT / 30, a[1][0] += ROOT / 24, a[1][2] -= ROOT / 24;
    a[2][0] += ROOT / 30, a[2][1] += ROOT / 15;
    for (int i = 0; i < STAGES; i++)
      for (int j = 0; j < STAGES; j++)
        for (int k = 0; k < STAGES; k++) square[i][j] += a[i][k] * a[k][j];
    for (int j = 0; j < STAGES; j++) {
      const double p = c[(j + 1) % 3], q = c[(j + 2) % 3], scale = (c[j] - p) * (c[j] - q);
      lagrange[0][j] = p * q / scale, lagrange[1][j] = -(p + q) / scale;
      lagrange[2][j] = 1.0 / scale;
    }
  }
};
constexpr Gauss GAUSS;

struct SimulationRoom {
  LoopWork<Points> loops;
  Block block;
  Scratch<Pace<Points>> paces;       // (nodes + 1) with accelerations; those of `loops` have none
  Scratch<WorldBody<Points>> bodies; // (nodes)
  Scratch<Twist<Points>> twists;     // (nodes)
  Scratch<Points> G, MG;             // (coordinates, n)
  Scratch<Points> tau;               // (coordinates)
  Scratch<double> K, x, size;        // of the collocation
  explicit SimulationRoom(const Simulation &sim)
      : loops(sim.mech.closure, false), block(sim.mech.closure),
        paces(sim.mech.closure.tree.nodes + 1), bodies(sim.mech.closure.tree.nodes),
        twists(sim.mech.closure.tree.nodes), G(sim.mech.closure.tree.coordinates * sim.n),
        MG(G.count), tau(sim.mech.closure.tree.coordinates),
        K(STAGES * STAGES * (sim.n + sim.held_count) * (sim.n + sim.held_count)),
        x(STAGES * (sim.n + sim.held_count)), size(sim.n) {}
};

// -- loops closed at the states

/// q_d = q_d before + G (q_i - q_i before), state by state.
static void place_nearby(const Simulation &sim, LoopWork<Points> &work) {
  const Constraints &con = sim.mech.closure.con;
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const States &states = sim.states;
  for (int64_t k = 0; k < con.solved_count; k++) {
    const int64_t c = con.solved[k];
    Points x = gather<Points>(states.full + c, nc, POINTS);
    for (int64_t i = 0; i < n; i++)
      x = x + gather<Points>(states.G + (c * n + i) * POINTS, 1, POINTS) *
                  (gather<Points>(states.q + i, n, POINTS) -
                   gather<Points>(states.full + con.given[i], nc, POINTS));
    work.q[c] = x;
  }
}

/// q_d = P_d + G (q_i - P_i), with the polynomial P through the poses of the step before, and the G
/// of its end. ahead: how much longer this step is than that.
static void extrapolate_poses(const Simulation &sim, double ahead, LoopWork<Points> &work) {
  const Constraints &con = sim.mech.closure.con;
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const States &states = sim.states;
  const double nodes[POINTS + 1] = {0.0, GAUSS.c[0], GAUSS.c[1], GAUSS.c[2], 1.0};
  double weights[POINTS + 1][POINTS];
  for (int w = 0; w < POINTS; w++)
    for (int j = 0; j <= POINTS; j++) {
      weights[j][w] = 1.0;
      for (int m = 0; m <= POINTS; m++)
        if (m != j)
          weights[j][w] *= (1.0 + ahead * nodes[1 + w] - nodes[m]) / (nodes[j] - nodes[m]);
    }
  const auto pose = [&](int64_t c) {
    Points x = states.before[c] * gather<Points>(weights[0], 1, POINTS);
    for (int j = 0; j < POINTS; j++)
      x = x + states.full[j * nc + c] * gather<Points>(weights[1 + j], 1, POINTS);
    return x;
  };
  for (int64_t k = 0; k < con.solved_count; k++) work.q[con.solved[k]] = pose(con.solved[k]);
  for (int64_t i = 0; i < n; i++) {
    const Points miss = gather<Points>(states.q + i, n, POINTS) - pose(con.given[i]);
    for (int64_t k = 0; k < con.solved_count; k++) {
      const int64_t c = con.solved[k];
      work.q[c] = work.q[c] + states.G[(c * n + i) * POINTS + STAGES] * miss;
    }
  }
}

/// Newton from the poses of `work`; whether all are closed, on their branch.
static bool are_closed(const Simulation &sim, LoopWork<Points> &work) {
  newton(sim.mech.closure, work, true);
  check_branch(sim.mech.closure, work, sim.branch);
  return count_good(work, POINTS) == POINTS;
}

static void load_poses(const Simulation &sim, LoopWork<Points> &work) {
  const int64_t nc = sim.mech.closure.tree.coordinates;
  for (int64_t c = 0; c < nc; c++) work.q[c] = gather<Points>(sim.states.full + c, nc, POINTS);
}

/// Closes the loops by smaller steps, from home; -1, or the state that cannot be reached.
static int64_t march_to_states(Simulation &sim, SimulationRoom &room) {
  const Closure &closure = sim.mech.closure;
  const int64_t nc = closure.tree.coordinates;
  restart(closure, sim.now.home, room.block, room.loops, sim.branch);
  for (int64_t p = 0; p < POINTS; p++) {
    if (!march<int(POINTS)>(closure, sim.states.q + p * sim.n, room.block, room.loops, sim.branch))
      return p;
    for (int64_t c = 0; c < nc; c++) sim.states.full[p * nc + c] = sim.branch.q[c];
  }
  load_poses(sim, room.loops);
  return are_closed(sim, room.loops) ? -1 : 0;
}

/// All coordinates of the states q, qd: full, rate, bias, G, and the frames of room.loops. -1, or
/// the state whose loops cannot be closed. ahead: see `extrapolate_poses`; 0: the poses are of
/// these states themselves, nearly.
static int64_t close_states(Simulation &sim, SimulationRoom &room, double ahead) {
  const Closure &closure = sim.mech.closure;
  const Constraints &con = closure.con;
  LoopWork<Points> &work = room.loops;
  const int64_t n = sim.n, nc = closure.tree.coordinates;
  States &states = sim.states;
  const auto load_given = [&] {
    for (int64_t i = 0; i < n; i++) {
      work.q[con.given[i]] = gather<Points>(states.q + i, n, POINTS);
      work.qd[con.given[i]] = gather<Points>(states.qd + i, n, POINTS);
      work.qdd[con.given[i]] = Points{};
    }
  };
  load_given();
  if (con.solved_count == 0) {
    place_frames(closure.tree, work.q.data, work.frames.data);
  } else {
    if (ahead > 0.0 && ahead <= FURTHEST_AHEAD) extrapolate_poses(sim, ahead, work);
    else place_nearby(sim, work);
    if (!are_closed(sim, work)) {
      const int64_t failed = march_to_states(sim, room);
      if (failed >= 0) return failed;
    }
    compute_sensitivity(closure, work);
    for (int64_t e = 0; e < work.J.count; e++) sim.branch.J[e] = lane(work.J[e], STAGES);
    store_some(states.margin, work.margin, POINTS);
    compute_rates(closure, work);
  }
  for (int64_t k = 0; k < con.solved_count; k++)
    for (int64_t i = 0; i < n; i++) room.G[con.solved[k] * n + i] = work.X[k * n + i];
  for (int64_t i = 0; i < n; i++) room.G[con.given[i] * n + i] = all<Points>(1.0);
  for (int64_t e = 0; e < nc * n; e++) store_some(states.G + e * POINTS, room.G[e], POINTS);
  for (int64_t c = 0; c < nc; c++) {
    scatter(states.full + c, nc, work.q[c], POINTS);
    scatter(states.rate + c, nc, work.qd[c], POINTS);
    scatter(states.bias + c, nc, work.qdd[c], POINTS);
  }
  return -1;
}

// -- rigid bodies

/// M (POINTS, n, n) = G' MG, symmetric
static void project_mass(const Simulation &sim, const SimulationRoom &room, double *M) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 0; k <= i; k++) {
      Points sum{};
      for (int64_t c = 0; c < nc; c++) sum = sum + room.G[c * n + i] * room.MG[c * n + k];
      scatter(M + i * n + k, n * n, sum, POINTS);
      if (k < i) scatter(M + k * n + i, n * n, sum, POINTS);
    }
}
/// b (POINTS, n) = G' tau
static void project_forces(const Simulation &sim, const SimulationRoom &room, double *b) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  for (int64_t i = 0; i < n; i++) {
    Points sum{};
    for (int64_t c = 0; c < nc; c++) sum = sum + room.G[c * n + i] * room.tau[c];
    scatter(b + i, n, sum, POINTS);
  }
}

/// room.MG = M_c G and room.tau, the forces of all coordinates at their bias accelerations.
static void add_bodies(const Simulation &sim, SimulationRoom &room) {
  const Tree &tree = sim.mech.closure.tree;
  const int64_t n = sim.n;
  LoopWork<Points> &work = room.loops;
  const Frame<Points> *frames = work.frames.data;
  compute_paces(tree, frames, work.qd.data, work.qdd.data, room.paces.data);
  for (int64_t i = 0; i < tree.nodes; i++) {
    room.bodies[i] = place_body(sim.mech.inertia + 10 * i, frames[i]);
    add_motion(frames[i], room.paces[i], tree.gravity, room.bodies[i]);
    room.twists[i] = compute_twist(tree.kind[i], frames[i]);
  }
  room.MG.clear();
  const auto add_row = [&](int64_t c, const Points &entry, int64_t d) { // MG[c] += entry G[d]
    for (int64_t k = 0; k < n; k++)
      room.MG[c * n + k] = room.MG[c * n + k] + entry * room.G[d * n + k];
  };
  for (int64_t i = tree.nodes - 1; i >= 0; i--) {
    const int64_t c = tree.coordinate[i];
    if (tree.parent[i] >= 0) add_body(room.bodies[tree.parent[i]], room.bodies[i]);
    if (c < 0) continue;
    const WorldBody<Points> &body = room.bodies[i];
    room.tau[c] = room.twists[i] * Twist<Points>{body.N, body.F};
    const Twist<Points> momenta = compute_momenta(body, room.twists[i]);
    for (int64_t j = i; j >= 0; j = tree.parent[j]) {
      const int64_t d = tree.coordinate[j];
      if (d < 0) continue;
      const Points entry = room.twists[j] * momenta;
      add_row(c, entry, d);
      if (d != c) add_row(d, entry, c);
    }
  }
  if (sim.mech.loaded.count) {
    project_mass(sim, room, sim.states.R);
    project_forces(sim, room, sim.states.h);
  }
  const int64_t nc = tree.coordinates;
  for (int64_t c = 0; c < nc; c++) // rotors
    for (int64_t d = 0; d < nc; d++) {
      const double J = sim.mech.J[c * nc + d];
      if (J == 0.0) continue;
      add_row(c, all<Points>(J), d);
      room.tau[c] = room.tau[c] + J * work.qdd[d];
    }
  project_mass(sim, room, sim.states.M);
  project_forces(sim, room, sim.states.b);
}

/// b += G' f of the joints that feel the gravity that is added: of what a joint carries
/// F = -m g,  N = -H x g.
static void add_tilted_gravity(const Simulation &sim, SimulationRoom &room) {
  const Tree &tree = sim.mech.closure.tree;
  const int64_t n = sim.n, nc = tree.coordinates;
  bool any_tilted = false;
  for (int64_t i = 0; i < n; i++) any_tilted = any_tilted || sim.mech.tilted[i] != 0.0;
  if (!any_tilted) return;
  const Vector3<Points> down = -1.0 * constant<Points>(sim.mech.tilt);
  for (int64_t i = 0; i < tree.nodes; i++)
    if (tree.coordinate[i] >= 0)
      room.tau[tree.coordinate[i]] =
          room.twists[i] * Twist<Points>{cross(room.bodies[i].H, down), room.bodies[i].m * down};
  for (int64_t i = 0; i < n; i++) {
    Points sum = gather<Points>(sim.states.b + i, n, POINTS);
    for (int64_t c = 0; c < nc; c++)
      sum = sum + sim.mech.tilted[i] * room.G[c * n + i] * room.tau[c];
    scatter(sim.states.b + i, n, sum, POINTS);
  }
}

// -- friction and springs

/// b += value f along,   D += value slope along of': one force at state p.
static INLINE void add_force(const Simulation &sim, int64_t p, const double *along,
                             const double *of, const Force &force, double value) {
  const int64_t n = sim.n;
  double *b = sim.states.b + p * n, *D = sim.states.D + p * n * n;
  for (int64_t i = 0; i < n; i++) {
    if (along[i] == 0.0) continue;
    b[i] += along[i] * value * force.f;
    for (int64_t j = 0; j < n; j++) D[i * n + j] += along[i] * value * force.slope * of[j];
  }
}

/// sum of weights over coordinates at state p: of x (POINTS, coordinates), and of G in `along` (n)
static INLINE double sum_along(const Simulation &sim, const double *weights, const double *x,
                               int64_t p) {
  const int64_t nc = sim.mech.closure.tree.coordinates;
  double sum = 0.0;
  for (int64_t c = 0; c < nc; c++)
    if (weights[c] != 0.0) sum += weights[c] * x[p * nc + c];
  return sum;
}
static INLINE void sum_gains(const Simulation &sim, const double *weights, int64_t p,
                             double *along) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  for (int64_t i = 0; i < n; i++) along[i] = 0.0;
  for (int64_t c = 0; c < nc; c++)
    if (weights[c] != 0.0)
      for (int64_t i = 0; i < n; i++)
        along[i] += weights[c] * sim.states.G[(c * n + i) * POINTS + p];
}

/// b += G' f,   D = G' (df/dqd) G
static void add_smooth_forces(const Simulation &sim) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const SmoothForces &smooth = sim.mech.smooth;
  Scratch<double> on(n), of(n);
  for (int64_t k = 0; k < POINTS * n * n; k++) sim.states.D[k] = 0.0;
  for (int64_t e = 0; e < smooth.count; e++)
    for (int64_t p = 0; p < POINTS; p++) {
      sum_gains(sim, smooth.on + e * nc, p, on.data);
      sum_gains(sim, smooth.of + e * nc, p, of.data);
      const double q = sum_along(sim, smooth.of + e * nc, sim.states.full, p);
      const double v = sum_along(sim, smooth.of + e * nc, sim.states.rate, p);
      add_force(sim, p, on.data, of.data, compute_force(smooth.law + e * LAW_NUMBERS, q, v, 0),
                smooth.value[e]);
    }
}

/// g, gamma, v of every place of dry friction, and  b += g' f,  D += g' (df/dv) g  of what slips.
static void add_dry_friction(const Simulation &sim) {
  const int64_t n = sim.n, nc = sim.mech.closure.tree.coordinates;
  const DryFriction &dry = sim.mech.dry;
  const States &states = sim.states;
  for (int64_t k = 0; k < dry.places; k++)
    for (int64_t p = 0; p < POINTS; p++) {
      const int64_t at = p * dry.places + k;
      states.gamma[at] = sum_along(sim, dry.along + k * nc, states.bias, p);
      states.v[at] = sum_along(sim, dry.along + k * nc, states.rate, p);
      sum_gains(sim, dry.along + k * nc, p, states.g + at * n);
    }
  for (int64_t e = 0; e < dry.count; e++) {
    const int64_t k = dry.place[e], mode = sim.mode[k];
    if (mode == 0) continue;
    for (int64_t p = 0; p < POINTS; p++) {
      const int64_t at = p * dry.places + k;
      const double q = sum_along(sim, dry.along + k * nc, states.full, p);
      const double *g = states.g + at * n;
      add_force(sim, p, g, g, compute_force(dry.law + e * LAW_NUMBERS, q, states.v[at], mode),
                dry.value[e]);
    }
  }
}

/// b += f,   D += df/dqd   and the stiffness df/dq of one entry of hysteresis:
///   z = s + (z0 - s) exp(-s (q - q0) / length);  LuGre's bristles are followed from state to
///   state.
static void add_hysteresis(const Simulation &sim, int64_t e) {
  constexpr double FURTHEST = -30.0; // of the exponent, for trial steps that pass a turn by far
  const Hysteresis &wound = sim.mech.wound;
  const States &states = sim.states;
  const int64_t n = sim.n, i = wound.row[e];
  const double way = double(sim.mode[wound.place[e]]), length = wound.length[e];
  const bool bristles = wound.extra[e] > 0.0 || wound.rate[e] > 0.0;
  double w = states.z[e], at = states.start[i];
  double before = compute_level(states.speed[i], wound.extra[e], wound.vs[e]);
  for (int64_t p = 0; p < POINTS; p++) {
    const double q = states.q[p * n + i], v = states.qd[p * n + i];
    double z = states.z[e], rise = 0.0, G = 1.0, faster = 0.0; // dz/dq, level, dz/dv
    if (bristles) {
      G = compute_level(v, wound.extra[e], wound.vs[e]);
      if (way != 0.0 && (q != states.start[i] || v != states.speed[i])) {
        const double moved = way * (q - at), part = moved / (length * G);
        z = w = bend(w, way, moved, length, before, G);
        at = q, before = G;
        const double fall = std::exp(-(part > 0.0 ? part : 0.0));
        faster = -2.0 * v / (wound.vs[e] * wound.vs[e]) * (G - 1.0) * way * (1.0 - fall);
      }
      rise = way != 0.0 ? (1.0 - way * z / G) / length : 0.0;
    } else if (way != 0.0) {
      const double moved = way * (q - at) / length;
      z = way + (z - way) * std::exp(-(moved > FURTHEST ? moved : FURTHEST));
      rise = (1.0 - way * z) / length;
    }
    const Force force = compute_force(wound.law + e * LAW_NUMBERS, q, v, 0);
    if (wound.rate[e] > 0.0) z = 1.0 - way * z / G, rise = -way / G * rise, faster = 0.0;
    states.b[p * n + i] += wound.value[e] * force.f * z;
    states.D[(p * n + i) * n + i] += wound.value[e] * (force.slope * z + force.f * faster);
    states.stiffness[p * n + i] += wound.value[e] * force.f * rise;
  }
}

/// load = f and E = df/dqdd of the friction under load at state p, for the accelerations qdd;
/// D += df/dqd:   f = F(q, qd) |L|^a,   L = R qdd + h
[[maybe_unused]] static void compute_load_friction(const Simulation &sim, int64_t p,
                                                   const double *qdd) {
  const LoadFriction &loaded = sim.mech.loaded;
  const States &states = sim.states;
  const int64_t n = sim.n;
  for (int64_t i = 0; i < n; i++) states.load[p * n + i] = 0.0;
  for (int64_t k = 0; k < n * n; k++) states.E[p * n * n + k] = 0.0;
  for (int64_t e = 0; e < loaded.count; e++) {
    const int64_t i = loaded.row[e], k = loaded.place[e], way = k >= 0 ? sim.mode[k] : 0;
    if (k >= 0 && way == 0) continue;
    const double *R = states.R + (p * n + i) * n;
    const double a = loaded.power[e];
    double L = states.h[p * n + i];
    for (int64_t j = 0; j < n; j++) L += R[j] * qdd[j];
    const double size = std::pow(std::fabs(L), a);
    const double rise = L != 0.0 ? a * std::pow(std::fabs(L), a - 1.0) * sign_of(L) : 0.0;
    const Force force =
        compute_force(loaded.law + e * LAW_NUMBERS, states.q[p * n + i], states.qd[p * n + i], way);
    states.load[p * n + i] += loaded.value[e] * force.f * size;
    states.D[(p * n + i) * n + i] += loaded.value[e] * force.slope * size;
    for (int64_t j = 0; j < n; j++)
      states.E[(p * n + i) * n + j] += loaded.value[e] * force.f * rise * R[j];
  }
}

/// Fills the states for their q, qd; -1, or the one whose loops cannot be closed.
static int64_t evaluate(Simulation &sim, SimulationRoom &room, double ahead) {
  const int64_t failed = close_states(sim, room, ahead);
  if (failed >= 0) return failed;
  add_bodies(sim, room);
  add_tilted_gravity(sim, room);
  add_smooth_forces(sim);
  add_dry_friction(sim);
  if (sim.mech.wound.count)
    for (int64_t k = 0; k < POINTS * sim.n; k++) sim.states.stiffness[k] = 0.0;
  for (int64_t e = 0; e < sim.mech.wound.count; e++) add_hysteresis(sim, e);
  return -1;
}

}} // namespace dynid::DYNID_LEVEL
