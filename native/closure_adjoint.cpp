// Adjoint of loop closure: from cotangents of the motion of all coordinates to those of the given
// ones. The closed motion obeys  phi(q) = 0,  A qd = 0,  A qdd + Adot qd = 0,  A G = 0,  A =
// dphi/dq. Multipliers, from the last equation to the first, x_d the part of the solved
// coordinates:
//   l_a = -A_d^-T qdd_bar_d,             qd_bar += 2 Adot' l_a,   q_bar += Addot' l_a
//   l_v = -A_d^-T qd_bar_d,              q_bar += Adot' l_v
//   l_k = -A_d^-T (G_k)_bar_d, each k,   q_bar += (dA along G_k)' l_k
// and at last x_i_bar = G' x_bar. (A is a gradient, so its derivatives are symmetric: dA' l along v
// is the Hessian of l . phi times v.) A' l is the force that loop forces l exert on the joints; its
// rates, l held fixed, follow from the motion of the bodies. Redundant equations hold together, so
// any l with A_d' l = -x_d serves; Householder's is the shortest.
#include "elimination.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// g1 += Adot' l and, if SECOND, g2 += Addot' l (coordinates each), for multipliers l (equations).
template <bool SECOND>
static void add_force_rates(const Closure &closure, const LoopWork<pack> &work, const pack *l,
                            pack *g1, pack *g2) {
  const Constraints &con = closure.con;
  for (const Run *run = con.runs; run < con.runs + con.run_count; run++) {
    const int64_t on = run->b;
    if (run->kind == COUPLING) { // of the force -l P'(q_b) on coordinate b
      const pack q = work.q[on], qd = work.qd[on], bend = compute_bend(con, run->first, q);
      g1[on] = g1[on] - l[run->first] * bend * qd;
      if (SECOND)
        g2[on] = g2[on] - l[run->first] *
                              (compute_twist(con, run->first, q) * qd * qd + bend * work.qdd[on]);
      continue;
    }
    V3 force{};
    for (int64_t row = run->first; row < run->last; row++) force += work.u[row] * l[row];
    const Jet<pack> f = turn_jet(work.paces[run->a], force);
    const Jet<pack> d = compute_end(con, *run, work);
    for (const Lever *lever = con.levers + run->lever; lever < con.levers + run->levers_end;
         lever++) {
      const Jet<pack> c = compute_lever_jet(run->kind, closure.tree.kind[lever->node], d,
                                            work.frames[lever->node], work.paces[lever->node]);
      const int64_t to = lever->coordinate;
      g1[to] = g1[to] + lever->sign * (dot(f.x1, c.x) + dot(f.x, c.x1));
      if (SECOND)
        g2[to] = g2[to] + lever->sign * (dot(f.x2, c.x) + 2.0 * dot(f.x1, c.x1) + dot(f.x, c.x2));
    }
  }
}

/// l = -A_d^-T bar_d
static const pack *find_multipliers(const Closure &closure, LoopWork<pack> &work, const pack *bar) {
  const Constraints &con = closure.con;
  for (int64_t k = 0; k < con.solved_count; k++) work.x[k] = -bar[con.solved[k]];
  solve_transposed(closure, work, work.x.data, work.phi.data);
  return work.phi.data;
}

struct Bars { // of one pack of samples, (coordinates) each
  Scratch<pack> q, qd, qdd, more;
  explicit Bars(int64_t n) : q(n), qd(n), qdd(n), more(n) {}
};
static INLINE void load_rows(const double *from, int64_t n, int64_t first, int64_t count,
                             pack *to) {
  for (int64_t c = 0; c < n; c++) to[c] = gather(from + first * n + c, n, count);
}

/// The multipliers' share in the cotangents of a pack whose frames and factors are known.
static void add_multipliers(const Closure &closure, const ConstCube &G, const ConstCube &G_bar,
                            int64_t first, int64_t count, LoopWork<pack> &work, Bars &bars) {
  const int64_t n = closure.tree.coordinates;
  compute_paces(closure.tree, work.frames.data, work.qd.data, work.qdd.data, work.paces.data);
  bars.more.clear();
  add_force_rates<true>(closure, work, find_multipliers(closure, work, bars.qdd.data),
                        bars.more.data, bars.q.data);
  for (int64_t c = 0; c < n; c++) bars.qd[c] = bars.qd[c] + 2.0 * bars.more[c];
  add_force_rates<false>(closure, work, find_multipliers(closure, work, bars.qd.data), bars.q.data,
                         nullptr);
  for (int64_t k = 0; k < closure.con.given_count && G_bar.data; k++) {
    for (int64_t c = 0; c < n; c++) {
      work.qd[c] = gather(G.data + c * G.stride_i + k * G.stride_j + first, 1, count);
      bars.more[c] = gather(G_bar.data + c * G_bar.stride_i + k * G_bar.stride_j + first, 1, count);
    }
    compute_paces(closure.tree, work.frames.data, work.qd.data, (const pack *)nullptr,
                  work.paces.data);
    add_force_rates<false>(closure, work, find_multipliers(closure, work, bars.more.data),
                           bars.q.data, nullptr);
  }
}

void closure_adjoint(const Closure &closure, const Motion &motion, const ConstCube &G,
                     const MotionCotangents &bar, const ConstCube &G_bar,
                     const CotangentsOut &out) {
  const int64_t n = motion.coordinates, n_i = closure.con.given_count;
  LoopWork<pack> work(closure, false);
  Bars bars(n);
  for (int64_t first = 0; first < motion.samples; first += W) {
    const int64_t count = pack_size(motion.samples - first);
    load_rows(motion.q, n, first, count, work.q.data);
    load_rows(motion.qd, n, first, count, work.qd.data);
    load_rows(motion.qdd, n, first, count, work.qdd.data);
    load_rows(bar.q, n, first, count, bars.q.data);
    load_rows(bar.qd, n, first, count, bars.qd.data);
    load_rows(bar.qdd, n, first, count, bars.qdd.data);
    place_frames(closure.tree, work.q.data, work.frames.data);
    compute_rows(closure, work);
    factor(closure, work);
    add_multipliers(closure, G, G_bar, first, count, work, bars);
    for (int64_t i = 0; i < n_i; i++) { // x_i_bar = G' x_bar
      pack q{}, qd{}, qdd{};
      for (int64_t c = 0; c < n; c++) {
        const pack g = gather(G.data + c * G.stride_i + i * G.stride_j + first, 1, count);
        q = q + g * bars.q[c], qd = qd + g * bars.qd[c], qdd = qdd + g * bars.qdd[c];
      }
      scatter(out.q + first * n_i + i, n_i, q, count);
      scatter(out.qd + first * n_i + i, n_i, qd, count);
      scatter(out.qdd + first * n_i + i, n_i, qdd, count);
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
