// Inverse dynamics, mass matrix and Coriolis matrix.
#include "columns.hpp"
#include "newton_euler.hpp"

namespace dynid { namespace DYNID_LEVEL {

void inverse_dynamics(const Tree &tree, const double *inertia, const Motion &motion, double *tau) {
  NewtonEuler(tree).run(tree, inertia, motion, tau);
}

/// I e,  from S = 1/2 tr(I) 1 - I:   tr(S) = 1/2 tr(I),   I = tr(S) 1 - S
static INLINE V3 rotate_inertia(const M3 &S, const V3 &e) {
  return e * (S.a.x + S.b.y + S.c.z) - S * e;
}

/// products (rows, rows) of a pack of samples to out (samples, rows, rows)
static INLINE void store_square(const Scratch<pack> &products, int64_t rows, double *out,
                                int64_t first, int64_t count) {
  const int64_t size = rows * rows;
  for (int64_t k = 0; k < size; k++) scatter(out + first * size + k, size, products[k], count);
}

/// M = sum over bodies of J' (spatial inertia) J, J the columns of the independent coordinates: the
/// momentum of column b about the node's origin is  F = m l + e x h,   N = h x l + I e.
void mass_matrix(const Plan &plan, const double *inertia, const Motion &motion,
                 const ConstCube &gains, double *M) {
  const Tree &tree = plan.tree;
  const int64_t n = plan.rows;
  Scratch<Column> columns(plan.slots);
  Scratch<pack> products(n * n);
  for (int64_t first = 0; first < motion.samples; first += W) {
    const int64_t count = pack_size(motion.samples - first);
    products.clear();
    for (int64_t i = 0; i < tree.nodes; i++) {
      const Pose pose = compute_pose(tree, i, load_position(tree, i, motion.q, first, count));
      const Moments body = constant_moments(inertia + 10 * i);
      for (int64_t b = plan.start[i]; b < plan.start[i + 1]; b++) {
        const Column column = columns[b] =
            compute_column(plan, i, b, pose, columns, gains, first, count);
        if (plan.group[i] < 0) continue;
        const V3 F = column.l * body.m + cross(column.e, body.h);
        const V3 N = cross(body.h, column.l) + rotate_inertia(body.S, column.e);
        for (int64_t a = plan.start[i]; a <= b; a++) {
          pack &entry = products[plan.row[a] * n + plan.row[b]];
          entry = entry + dot(columns[a].e, N) + dot(columns[a].l, F);
        }
      }
    }
    for (int64_t a = 0; a < n; a++) // rows ascend within a node: only a <= b was written
      for (int64_t b = 0; b < a; b++) products[a * n + b] = products[b * n + a];
    store_square(products, n, M, first, count);
  }
}

/// Rates (e', l') of a column (e, l), as components in the node's turning frame:
///   e' = R'e'_p - u x e,   l' = R'(l'_p + e'_p x r) - u x l + e x v,   plus dG/dt times the axis,
/// where the joint turns by u = axis qd (then v = 0) or slides by v = axis qd (then u = 0).
static INLINE Column compute_column_rate(const Plan &plan, int64_t i, int64_t slot,
                                         const Pose &pose, pack qd, const Column &column,
                                         const Scratch<Column> &rates, const ConstCube &gain_rates,
                                         int64_t first, int64_t count) {
  const V3 axis = constant(plan.tree.axis + 3 * i);
  Column rate{};
  if (plan.up[slot] >= 0) rate = carry_column(pose, rates[plan.up[slot]]);
  if (plan.tree.kind[i] == REVOLUTE) {
    rate.e -= cross(axis * qd, column.e);
    rate.l -= cross(axis * qd, column.l);
  } else if (plan.tree.kind[i] == PRISMATIC) {
    rate.l -= cross(axis * qd, column.e);
  }
  if (plan.own[slot] == AXIS_TIMES_GAIN)
    add_along_joint(plan.tree, i, rate, axis * load_gain(plan, i, slot, gain_rates, first, count));
  return rate;
}

/// The wrench of a body for the rate of one column, with  H = [e']x + [w]x[e]x  (the latter is
/// e w' - (w . e) 1)  and  d = l' + w x l:  both, summed with qd, are the velocity terms of a
/// State.
static INLINE Wrench compute_rate_wrench(const Moments &body, const Column &column,
                                         const Column &rate, const V3 &w) {
  const V3 &f = rate.e;
  const pack s = dot(w, column.e);
  const M3 turning{{-s, -f.z, f.y}, {f.z, -s, -f.x}, {-f.y, f.x, -s}};
  return compute_wrench(body, outer(column.e, w) + turning, rate.l + cross(w, column.l));
}

/// C from Christoffel's symbols: column b is the force of the rate of Jacobian column b.
void coriolis(const Plan &plan, const double *inertia, const Motion &motion, const ConstCube &gains,
              const ConstCube &gain_rates, double *C) {
  const Tree &tree = plan.tree;
  const int64_t n = plan.rows;
  Scratch<State> states(tree.nodes + 1); // without gravity; accelerations are not read
  Scratch<Column> columns(plan.slots), rates(plan.slots);
  Scratch<pack> products(n * n);
  for (int64_t first = 0; first < motion.samples; first += W) {
    const int64_t count = pack_size(motion.samples - first);
    products.clear();
    for (int64_t i = 0; i < tree.nodes; i++) {
      const pack q = load_position(tree, i, motion.q, first, count);
      const pack qd = load_position(tree, i, motion.qd, first, count);
      const Pose pose = compute_pose(tree, i, q);
      states[i] = compute_state(tree, i, pose, {q, qd, pack{}}, states[parent_place(tree, i)]);
      for (int64_t b = plan.start[i]; b < plan.start[i + 1]; b++) {
        columns[b] = compute_column(plan, i, b, pose, columns, gains, first, count);
        rates[b] =
            compute_column_rate(plan, i, b, pose, qd, columns[b], rates, gain_rates, first, count);
      }
      if (plan.group[i] < 0) continue;
      const Moments body = constant_moments(inertia + 10 * i);
      for (int64_t b = plan.start[i]; b < plan.start[i + 1]; b++) {
        const Wrench f = compute_rate_wrench(body, columns[b], rates[b], states[i].w);
        for (int64_t a = plan.start[i]; a < plan.start[i + 1]; a++) {
          pack &entry = products[plan.row[a] * n + plan.row[b]];
          entry = entry + dot(columns[a].e, f.N) + dot(columns[a].l, f.F);
        }
      }
    }
    store_square(products, n, C, first, count);
  }
}

void sincos_of(const double *q, int64_t samples, double *sine, double *cosine) {
  for (int64_t first = 0; first < samples; first += W) {
    const int64_t count = pack_size(samples - first);
    pack s, c;
    sincos(gather(q + first, 1, count), s, c);
    store_some(sine + first, s, count), store_some(cosine + first, c, count);
  }
}

}} // namespace dynid::DYNID_LEVEL
