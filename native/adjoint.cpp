// Reverse sweep of the regressor: from Y_bar = dJ/dY to the cotangents of the motion and of G.
//
// A slot (e, l) of a body and its ten entries of Y_bar, read as the moments of a body (m, h, S),
// add to J
//   e . N + l . F,   F = m d + H h,   N = h x d + integral of x x (H x)
// which is bilinear in the column (e, l) and in the body's (H, d). So  (e, l)_bar = (N, F),
// d_bar = m l + e x h,  H_bar = l h' + [e]x S.  Going up the tree, columns and states turn back as
// forces do; a turning joint collects axis . (x_bar x x) of every vector x that it rotates.
#include "columns.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct StateBar {
  V3 w, a;
  M3 H;
  V3 d;
};
/// Cotangents of one node's joint, and of what its parent passed down, in the node's frame.
struct NodeBar {
  pack q, qd, qdd;
  V3 u, a, d;
};

/// The ten entries of Y_bar of one body in one row, as moments.
static INLINE Moments load_moments(const ConstCube &Y_bar, int64_t row, int64_t group,
                                   int64_t first, int64_t count) {
  const double *from = Y_bar.data + row * Y_bar.stride_i + 10 * group * Y_bar.stride_j + first;
  pack p[10];
  for (int k = 0; k < 10; k++, from += Y_bar.stride_j)
    p[k] = count == W ? load(from) : gather(from, 1, count);
  return second_moments(p[0], {p[1], p[2], p[3]}, p[4], p[5], p[6], p[7], p[8], p[9]);
}

/// Share of one body in one generalised force.
static INLINE void add_entries_bar(const Moments &y, const Column &column, const State &state,
                                   Wrench &column_bar, StateBar &bar) {
  column_bar += compute_wrench(y, state.H, state.d);
  bar.H += outer(column.l, y.h) + cross(column.e, y.S);
  bar.d += column.l * y.m + cross(column.e, y.h);
}

/// q_bar of a column:  axis . (e_bar x e + l_bar x l)  turning,   axis . (l_bar x e)  sliding.
static INLINE pack compute_column_moment(const Tree &tree, int64_t i, const Column &column,
                                         const Wrench &bar) {
  const V3 axis = constant(tree.axis + 3 * i);
  if (tree.kind[i] != REVOLUTE) return dot(axis, cross(bar.F, column.e));
  return dot(axis, cross(bar.N, column.e) + cross(bar.F, column.l));
}

/// Adjoint of `compute_state` in the node's frame, with u = R'wp:
///   H = [a]x + w w' - w.w 1:  a_bar += vec(H_bar - H_bar'),
///                             w_bar += (H_bar + H_bar') w - 2 tr(H_bar) w
///   turning:  qdd_bar = axis . a_bar,   qd_bar = axis . w_bar + (u x axis) . a_bar,
///             u_bar = w_bar + qd axis x a_bar,
///             q_bar = axis . (u_bar x u + a_bar x R'ap + d_bar x d)
///   sliding:  qdd_bar = axis . d_bar,   qd_bar = 2 (u x axis) . d_bar,
///             u_bar = w_bar + 2 qd axis x d_bar,   q_bar = axis . H'd_bar
static INLINE NodeBar compute_node_bar(const Tree &tree, int64_t i, pack qd, const State &s,
                                       const StateBar &bar) {
  const V3 axis = constant(tree.axis + 3 * i);
  const M3 &B = bar.H;
  const pack trace = B.a.x + B.b.y + B.c.z;
  const V3 a = bar.a + skew_part(B);
  const V3 w = bar.w + B * s.w + transpose_times(B, s.w) - 2.0 * (s.w * trace);
  const V3 c = cross(s.w, axis); // u x axis = w x axis
  if (tree.kind[i] == REVOLUTE) {
    const V3 u = w + cross(axis, a) * qd;
    // R'ap and u up to multiples of the axis
    const V3 t = cross(u, s.w) + cross(a, s.a - c * qd) + cross(bar.d, s.d);
    return {dot(axis, t), dot(axis, w) + dot(c, a), dot(axis, a), u, a, bar.d};
  }
  if (tree.kind[i] == PRISMATIC)
    return {dot(axis, transpose_times(s.H, bar.d)),
            2.0 * dot(c, bar.d),
            dot(axis, bar.d),
            w + 2.0 * (cross(axis, bar.d) * qd),
            a,
            bar.d};
  return {pack{}, pack{}, pack{}, w, a, bar.d};
}

/// wp_bar += R u_bar,   ap_bar += R a_bar,   dp_bar += g = R d_bar,   Hp_bar += g r'
static INLINE void lift_state_bar(const Pose &pose, const NodeBar &node, StateBar &up) {
  const V3 g = pose.R * node.d;
  up.w += pose.R * node.u, up.a += pose.R * node.a, up.d += g;
  up.H += outer(g, pose.r);
}

struct Sweep { // work of one pack of samples
  Scratch<Pose> poses;
  Scratch<pack> qd;
  Scratch<State> states;
  Scratch<Column> columns;
  Scratch<StateBar> states_bar;
  Scratch<Wrench> columns_bar;
  explicit Sweep(const Plan &plan)
      : poses(plan.tree.nodes), qd(plan.tree.nodes), states(plan.tree.nodes + 1),
        columns(plan.slots), states_bar(plan.tree.nodes), columns_bar(plan.slots) {
    states[plan.tree.nodes] = ground_state(plan.tree);
  }
};

static void sweep_down(const Plan &plan, const Motion &motion, const ConstCube &gains,
                       int64_t first, int64_t count, const Sweep &work) {
  const Tree &tree = plan.tree;
  for (int64_t i = 0; i < tree.nodes; i++) {
    const Rates rates = load_rates(tree, i, motion, first, count);
    const Pose pose = work.poses[i] = compute_pose(tree, i, rates.q);
    work.qd[i] = rates.qd;
    work.states[i] = compute_state(tree, i, pose, rates, work.states[parent_place(tree, i)]);
    for (int64_t slot = plan.start[i]; slot < plan.start[i + 1]; slot++)
      work.columns[slot] = compute_column(plan, i, slot, pose, work.columns, gains, first, count);
  }
}

/// The slots of node i: adds to the cotangents of its state, returns q_bar of its columns.
static INLINE pack sweep_slots(const Plan &plan, int64_t i, const ConstCube &Y_bar,
                               const MutableCube &gains_bar, int64_t first, int64_t count,
                               const Sweep &work, StateBar &state_bar) {
  const Tree &tree = plan.tree;
  const State &state = work.states[i];
  const Pose &pose = work.poses[i];
  pack q_bar{};
  for (int64_t slot = plan.start[i]; slot < plan.start[i + 1]; slot++) {
    const Column &column = work.columns[slot];
    Wrench bar = work.columns_bar[slot];
    if (plan.group[i] >= 0)
      add_entries_bar(load_moments(Y_bar, plan.row[slot], plan.group[i], first, count), column,
                      state, bar, state_bar);
    if (tree.coordinate[i] >= 0) q_bar = q_bar + compute_column_moment(tree, i, column, bar);
    if (plan.own[slot] == AXIS_TIMES_GAIN) { // the column holds axis times G
      double *to = gains_bar.data + tree.coordinate[i] * gains_bar.stride_i +
                   plan.row[slot] * gains_bar.stride_j + first;
      store_some(to, project_on_joint(tree, i, bar), count);
    }
    if (plan.up[slot] >= 0) work.columns_bar[plan.up[slot]] += lift_wrench(pose, bar);
  }
  return q_bar;
}

void regressor_adjoint(const Plan &plan, const Motion &motion, const ConstCube &gains,
                       const ConstCube &Y_bar, const MotionBar &bar) {
  const Tree &tree = plan.tree;
  Sweep work(plan);
  for (int64_t first = 0; first < motion.samples; first += W) {
    const int64_t count = pack_size(motion.samples - first), n = motion.coordinates;
    sweep_down(plan, motion, gains, first, count, work);
    work.states_bar.clear();
    work.columns_bar.clear();
    for (int64_t i = tree.nodes - 1; i >= 0; i--) {
      StateBar state_bar = work.states_bar[i]; // a local: stays in registers
      const pack q_bar = sweep_slots(plan, i, Y_bar, bar.gains, first, count, work, state_bar);
      const NodeBar node = compute_node_bar(tree, i, work.qd[i], work.states[i], state_bar);
      if (tree.parent[i] >= 0) lift_state_bar(work.poses[i], node, work.states_bar[tree.parent[i]]);
      const int64_t c = tree.coordinate[i], at = first * n + c;
      if (c < 0) continue;
      scatter(bar.q + at, n, q_bar + node.q, count);
      scatter(bar.qd + at, n, node.qd, count);
      scatter(bar.qdd + at, n, node.qdd, count);
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
