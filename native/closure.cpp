// Closed loops along a motion: Newton from predicted poses, smaller steps where that fails, exact
// derivatives.
#include "march.hpp"

namespace dynid { namespace DYNID_LEVEL {

using Some = Twice<pack>; // go through Newton together: one waits while the other computes

/// Closes up to BLOCK samples of q_i (samples, given_count) from `first` on, the last becoming the
/// branch's pose; returns how many, 0 where it failed. use: see `close_block`.
template <class Use>
static int64_t advance(const Closure &closure, const double *home, int64_t samples,
                       const double *q_i, int64_t first, Block &block, LoopWork<Some> &work,
                       Branch &branch, Use use) {
  const int64_t n = closure.con.given_count;
  const int64_t count = samples - first < BLOCK ? samples - first : BLOCK;
  const double *target = q_i + first * n;
  for (int attempt = 0; attempt < 2; attempt++) {
    for (int64_t i = 0; i < n; i++)
      for (int64_t w = 0; w < count; w++) block.given[i * BLOCK + w] = target[w * n + i];
    const int64_t reached = close_block(closure, branch, count, block, work, use);
    if (reached > 0) {
      set_base(closure.con, block, reached == BLOCK, branch);
      return reached;
    }
    // a march that ends here without Newton holding has met a singular pose
    if (attempt == 0 && !march<BLOCK>(closure, target, block, work, branch)) {
      restart(closure, home, block, work, branch);
      if (!march<BLOCK>(closure, target, block, work, branch)) return 0;
    }
  }
  return 0;
}

void restart_branch(const Closure &closure, const double *home, Branch &branch) {
  LoopWork<Lanes<1>> work(closure, false);
  Block block(closure);
  restart(closure, home, block, work, branch);
}

int64_t walk_branch(const Closure &closure, const double *home, int64_t samples, const double *q_i,
                    Branch &branch) {
  LoopWork<Some> work(closure, false);
  Block block(closure);
  for (int64_t first = 0; first < samples;) {
    const int64_t reached =
        advance(closure, home, samples, q_i, first, block, work, branch, [](int64_t, int64_t) {});
    if (reached == 0) return first;
    first += reached;
  }
  return -1;
}

/// G of the samples at ... at + count - 1, from X; of the given coordinates `own`.
static void store_gains(const Closure &closure, const Some *X, double own, const MutableCube &G,
                        int64_t at, int64_t count) {
  const Constraints &con = closure.con;
  for (int64_t i = 0; i < con.given_count; i++) {
    store_some(G.data + con.given[i] * G.stride_i + i * G.stride_j + at, all<Some>(own), count);
    for (int64_t k = 0; k < con.solved_count; k++)
      store_some(G.data + con.solved[k] * G.stride_i + i * G.stride_j + at,
                 X[k * con.given_count + i], count);
  }
}
/// Rates of the samples in the lanes of `work`, and all results to samples at ... at + count - 1.
static void store_motion(const Closure &closure, const GivenMotion &given, int64_t at,
                         int64_t count, LoopWork<Some> &work, const ClosedMotion &out) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates, n_i = con.given_count;
  for (int64_t i = 0; i < n_i; i++) {
    work.qd[con.given[i]] = gather<Some>(given.qd + at * n_i + i, n_i, count);
    work.qdd[con.given[i]] = gather<Some>(given.qdd + at * n_i + i, n_i, count);
  }
  compute_rates(closure, work);
  for (int64_t c = 0; c < n; c++) {
    scatter(out.q + at * n + c, n, work.q[c], count);
    scatter(out.qd + at * n + c, n, work.qd[c], count);
    scatter(out.qdd + at * n + c, n, work.qdd[c], count);
  }
  store_some(out.margin + at, work.margin, count);
  store_gains(closure, work.X.data, 1.0, out.G, at, count);
  if (!out.G_rate.data) return;
  compute_sensitivity_rate(closure, work);
  store_gains(closure, work.X.data, 0.0, out.G_rate, at, count);
}

int64_t close_motion(const Closure &closure, const double *home, const GivenMotion &given,
                     const ClosedMotion &out, Branch &branch) {
  LoopWork<Some> work(closure, out.G_rate.data != nullptr);
  Block block(closure);
  for (int64_t first = 0; first < given.samples;) {
    const int64_t reached = advance(closure, home, given.samples, given.q, first, block, work,
                                    branch, [&](int64_t at, int64_t count) {
                                      store_motion(closure, given, first + at, count, work, out);
                                    });
    if (reached == 0) return first;
    first += reached;
  }
  return -1;
}

static void load_pose(const double *q, LoopWork<pack> &work) {
  for (int64_t c = 0; c < work.q.count; c++) work.q[c] = all(q[c]);
}
/// Newton from the pose q (coordinates), which becomes the one where it ended; whether it converged.
bool close_pose(const Closure &closure, double *q) {
  LoopWork<pack> work(closure, false);
  load_pose(q, work);
  newton(closure, work, false);
  for (int64_t c = 0; c < work.q.count; c++) q[c] = lane(work.q[c], 0);
  return count_good(work, 1) == 1;
}
/// phi (equations) at the pose q (coordinates).
void loop_residual(const Closure &closure, const double *q, double *phi) {
  LoopWork<pack> work(closure, false);
  load_pose(q, work);
  place_frames(closure.tree, work.q.data, work.frames.data);
  compute_rows(closure, work);
  for (int64_t j = 0; j < closure.con.equations; j++) phi[j] = lane(work.phi[j], 0);
}
/// At poses q (samples, coordinates), as they are: margin, side, and the solved coordinate that is
/// determined worst.
void look_at_poses(const Closure &closure, int64_t samples, const double *q, double *margin,
                   double *side, int64_t *weakest) {
  const Constraints &con = closure.con;
  const int64_t n = closure.tree.coordinates;
  LoopWork<pack> work(closure, false);
  for (int64_t first = 0; first < samples; first += W) {
    const int64_t count = pack_size(samples - first);
    for (int64_t c = 0; c < n; c++) work.q[c] = gather(q + first * n + c, n, count);
    factor_rows(closure, work);
    compute_singularity(closure, work);
    store_some(margin + first, work.margin, count);
    store_some(side + first, work.side, count);
    for (int64_t w = 0; w < count; w++) {
      int64_t least = 0;
      for (int64_t k = 1; k < con.solved_count; k++)
        if (std::fabs(lane(work.diagonal[k], w)) < std::fabs(lane(work.diagonal[least], w)))
          least = k;
      weakest[first + w] = con.solved_count > 0 ? con.solved[least] : -1;
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
