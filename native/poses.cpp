// Single poses whose loops are closed, or looked at; and walks through a few.
#include "march.hpp"

namespace dynid { namespace DYNID_LEVEL {

bool restart_branch(const Closure &closure, const double *home, Branch &branch) {
  LoopWork<pack> work(closure, false);
  Block block(closure);
  return restart(closure, home, block, work, branch);
}

int64_t walk_branch(const Closure &closure, const double *home, int64_t samples, const double *q_i,
                    Branch &branch) {
  LoopWork<pack> work(closure, false);
  Block block(closure);
  for (int64_t first = 0; first < samples;) {
    const int64_t reached =
        advance(closure, home, samples, q_i, first, block, work, branch, [](int64_t, int64_t) {});
    if (reached == 0) return first;
    first += reached;
  }
  return -1;
}

static void load_pose(const double *q, LoopWork<pack> &work) {
  for (int64_t c = 0; c < work.q.count; c++) work.q[c] = all(q[c]);
}
/// Newton from poses q (samples, coordinates), which become those where it ended; closes (samples):
/// whether it converged.
void close_poses(const Closure &closure, int64_t samples, double *q, bool *closes) {
  const int64_t n = closure.tree.coordinates;
  LoopWork<pack> work(closure, false);
  for (int64_t first = 0; first < samples; first += W) {
    const int64_t count = pack_size(samples - first);
    for (int64_t c = 0; c < n; c++) work.q[c] = gather(q + first * n + c, n, count);
    newton(closure, work, false);
    const pack good = select(work.good, all(1.0), pack{});
    for (int64_t w = 0; w < count; w++) {
      for (int64_t c = 0; c < n; c++) q[(first + w) * n + c] = lane(work.q[c], w);
      closes[first + w] = lane(good, w) == 1.0;
    }
  }
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
