// Newton on the dependent coordinates, and the rates that follow from its factors; blocks of
// samples that are predicted from those before; marching, where a prediction fails. Every lane
// converges or fails on its own. T: a pack or more; L: samples of a block, at most BLOCK.
#pragma once
#include "elimination.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr double STEP_DONE = 1e-13;    // Newton has converged when the (scaled) step is below this
constexpr double STEP_ROUNDOFF = 1e-9; // below this a step that stops shrinking is round-off
constexpr double STEP_FIRST = 0.25;    // a first step above this has left the neighbourhood
constexpr double CONTRACTION = 0.5;    // every further step must shrink at least by this
constexpr int MOST_STEPS = 12;
constexpr double OPEN = 1e-5;              // m, rad: a loop that stays open by more is not closed
constexpr double SMALLEST_FRACTION = 1e-5; // of the way: a march with smaller steps has met a wall

/// Poses, equations and factors at work.q.
template <class T> void factor_rows(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  place_frames(closure.tree, work.q.data, work.frames.data);
  compute_rows(closure, work);
  for (int64_t j = 0; j < con.equations && work.J.count; j++)
    for (int64_t k = 0; k < con.solved_count; k++)
      work.J[j * con.solved_count + k] = work.A[j * closure.tree.coordinates + k];
  factor(closure, work);
}

/// Newton on the dependent coordinates of work.q; work.good: lanes that converged. `strict` refuses
/// a lane whose first step is large or whose steps do not shrink: it may be on its way to another
/// assembly branch. The factors on return are those before the last step, of at most STEP_ROUNDOFF;
/// a lane that is done stays there while others go on, so that it does not depend on them.
template <class T> void newton(const Closure &closure, LoopWork<T> &work, bool strict) {
  const Constraints &con = closure.con;
  T before = all<T>(INFINITY), step, gap;
  Mask<T> active = T{} <= T{}, good = active;
  for (int n = 1;; n++) {
    factor_rows(closure, work);
    gap = T{}, step = T{};
    for (int64_t j = 0; j < con.equations; j++) gap = larger(absolute(work.phi[j]), gap);
    solve(closure, work, work.phi.data, work.x.data, 1, false);
    for (int64_t k = 0; k < con.solved_count; k++)
      step = larger(absolute(work.x[k]) * closure.scale[k], step); // keeps a nan
    const Mask<T> stalls = step > CONTRACTION * before, small = step <= all<T>(STEP_ROUNDOFF);
    Mask<T> fine = step < all<T>(INFINITY);
    if (strict) fine = fine & (step <= all<T>(STEP_FIRST)) & (small | ~stalls);
    good = good & (fine | ~active);
    active = active & good & ~((step <= all<T>(STEP_DONE)) | (small & stalls));
    before = step;
    if (n == MOST_STEPS || !any(active)) break;
    for (int64_t k = 0; k < con.solved_count; k++) {
      T &q = work.q[con.solved[k]];
      q = select(active, q - work.x[k], q);
    }
  }
  for (int64_t k = 0; k < con.solved_count; k++) {
    T &q = work.q[con.solved[k]];
    q = select(good, q - work.x[k], q);
  }
  // redundant equations: steps end at the least squares too, where loops may be open
  work.good = good & (step <= all<T>(STEP_ROUNDOFF)) & (gap <= all<T>(OPEN));
  compute_singularity(closure, work);
}

/// The side of redundant equations, which have no determinant of their own: the sign of det(J_0'J),
/// J_0 that of the branch. By Cauchy and Binet it is the sum over all square choices of rows of
/// det(J_0) det(J), positive near the branch.
template <class T>
void compute_redundant_side(const Closure &closure, LoopWork<T> &work, const Branch &branch) {
  const int64_t m = closure.con.equations, n = closure.con.solved_count;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      T sum{};
      for (int64_t k = 0; k < m; k++) sum = sum + branch.J[k * n + i] * work.J[k * n + j];
      work.square[i * n + j] = sum;
    }
  Scratch<double> B(n * n);
  double side[LANES<T>];
  for (int64_t w = 0; w < LANES<T>; w++) {
    for (int64_t k = 0; k < n * n; k++) B[k] = lane(work.square[k], w);
    side[w] = determinant_sign(B.data, n);
  }
  work.side = load_lanes<T>(side);
}
/// Refuses lanes on another side than the branch: they crossed a singular pose.
template <class T>
void check_branch(const Closure &closure, LoopWork<T> &work, const Branch &branch) {
  if (branch.side == 0.0) return;
  if (work.J.count) compute_redundant_side(closure, work, branch);
  work.good = work.good & (branch.side * work.side > T{});
}

/// X = dq_d/dq_i = -A_d^-1 A_i, from the factors.
template <class T> void compute_sensitivity(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t given = con.given_count, n = closure.tree.coordinates;
  for (int64_t j = 0; j < con.equations; j++)
    for (int64_t i = 0; i < given; i++)
      work.b[j * given + i] = -work.A[j * n + con.solved_count + i];
  solve(closure, work, work.b.data, work.X.data, given, true);
}

/// rate_d = X rate_i
template <class T> INLINE void times_sensitivity(const Closure &closure, const T *X, T *rate) {
  const Constraints &con = closure.con;
  for (int64_t k = 0; k < con.solved_count; k++) {
    T sum{};
    for (int64_t i = 0; i < con.given_count; i++)
      sum = sum + X[k * con.given_count + i] * rate[con.given[i]];
    rate[con.solved[k]] = sum;
  }
}
/// work.qd and work.qdd of the solved coordinates from those of the given ones, and the paces while
/// qdd = 0:
///   qd_d = X qd_i,   qdd_d = X qdd_i - A_d^-1 (Adot qd)
template <class T> void compute_rates(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  times_sensitivity(closure, work.X.data, work.qd.data);
  compute_paces(closure.tree, work.frames.data, work.qd.data, (const T *)nullptr, work.paces.data);
  compute_second_rates(closure, work, work.phi.data);
  solve(closure, work, work.phi.data, work.x.data, 1, false);
  times_sensitivity(closure, work.X.data, work.qdd.data);
  for (int64_t k = 0; k < con.solved_count; k++)
    work.qdd[con.solved[k]] = work.qdd[con.solved[k]] - work.x[k];
}
/// dX/dt = -A_d^-1 (Adot_i + Adot_d X), after `compute_rates`.
template <class T> void compute_sensitivity_rate(const Closure &closure, LoopWork<T> &work) {
  const Constraints &con = closure.con;
  const int64_t given = con.given_count, n = closure.tree.coordinates;
  compute_jacobian_rate(closure, work);
  for (int64_t j = 0; j < con.equations; j++)
    for (int64_t i = 0; i < given; i++) {
      T sum = -work.A_rate[j * n + con.solved_count + i];
      for (int64_t k = 0; k < con.solved_count; k++)
        sum = sum - work.A_rate[j * n + k] * work.X[k * given + i];
      work.b[j * given + i] = sum;
    }
  // Adot_d X reaches further than A_i
  solve(closure, work, work.b.data, work.X_rate.data, given, false);
}

}} // namespace dynid::DYNID_LEVEL
