// Closed loops along a motion: Newton from predicted poses, smaller steps where that fails, exact
// derivatives.
#include "march.hpp"

namespace dynid { namespace DYNID_LEVEL {

using Some = Twice<pack>; // go through Newton together: one waits while the other computes

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
  store_gains(closure, work.X_rate.data, 0.0, out.G_rate, at, count);
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

}} // namespace dynid::DYNID_LEVEL
