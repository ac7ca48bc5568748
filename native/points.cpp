// Motion of points that are fixed in bodies, and the cotangents of functions of it.
#include "constraint_rows.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct PointWork { // of one pack of samples
  Scratch<pack> q, qd, qdd;
  Scratch<Frame<pack>> frames;
  Scratch<Pace<pack>> paces;
  explicit PointWork(const Tree &tree)
      : q(tree.coordinates), qd(tree.coordinates), qdd(tree.coordinates), frames(tree.nodes + 1),
        paces(tree.nodes + 1) {
    still_frames(tree, frames.data);
  }
  void move(const Tree &tree, const Motion &motion, int64_t first, int64_t count) const {
    for (int64_t c = 0; c < tree.coordinates; c++) {
      const int64_t n = tree.coordinates, at = first * n + c;
      q[c] = gather(motion.q + at, n, count), qd[c] = gather(motion.qd + at, n, count);
      qdd[c] = gather(motion.qdd + at, n, count);
    }
    place_frames(tree, q.data, frames.data);
    compute_paces(tree, frames.data, qd.data, qdd.data, paces.data);
  }
  Jet<pack> locate_point(const FixedPoints &points, int64_t k) const {
    const int64_t node = points.node[k];
    return locate_jet(frames[node], paces[node], points.local + 3 * k);
  }
};

/// x, xd, xdd (points, 3, samples): position, velocity, acceleration in world axes.
void point_motion(const Tree &tree, const FixedPoints &points, const Motion &motion, double *x,
                  double *xd, double *xdd) {
  const PointWork work(tree);
  const int64_t N = motion.samples;
  const auto store = [N](double *to, const V3 &v, int64_t count) {
    store_some(to, v.x, count), store_some(to + N, v.y, count), store_some(to + 2 * N, v.z, count);
  };
  for (int64_t first = 0; first < N; first += W) {
    const int64_t count = pack_size(N - first);
    work.move(tree, motion, first, count);
    for (int64_t k = 0; k < points.count; k++) {
      const Jet<pack> jet = work.locate_point(points, k);
      store(x + 3 * k * N + first, jet.x, count), store(xd + 3 * k * N + first, jet.x1, count);
      store(xdd + 3 * k * N + first, jet.x2, count);
    }
  }
}

/// Cotangents of the motion for those of the points, bars (points, 9, samples) of position,
/// velocity and acceleration. With the Jacobian columns c of a point:
///   q_bar = c . x_bar + c' . v_bar + c'' . a_bar,   qd_bar = c . v_bar + 2 c' . a_bar,
///   qdd_bar = c . a_bar
void point_adjoint(const Tree &tree, const FixedPoints &points, const Motion &motion,
                   const double *bars, const CotangentsOut &out) {
  const PointWork work(tree);
  const int64_t N = motion.samples, n = tree.coordinates;
  Scratch<pack> q_bar(n), qd_bar(n), qdd_bar(n);
  for (int64_t first = 0; first < N; first += W) {
    const int64_t count = pack_size(N - first);
    work.move(tree, motion, first, count);
    q_bar.clear(), qd_bar.clear(), qdd_bar.clear();
    for (int64_t k = 0; k < points.count; k++) {
      const Jet<pack> jet = work.locate_point(points, k);
      pack f[9];
      for (int e = 0; e < 9; e++) f[e] = gather(bars + (9 * k + e) * N + first, 1, count);
      const V3 x{f[0], f[1], f[2]}, v{f[3], f[4], f[5]}, a{f[6], f[7], f[8]};
      for (int64_t j = points.node[k] < tree.nodes ? points.node[k] : -1; j >= 0;
           j = tree.parent[j]) {
        const int64_t to = tree.coordinate[j];
        if (to < 0) continue;
        const Jet<pack> c =
            compute_lever_jet(TRANSLATION, tree.kind[j], jet, work.frames[j], work.paces[j]);
        q_bar[to] = q_bar[to] + dot(c.x, x) + dot(c.x1, v) + dot(c.x2, a);
        qd_bar[to] = qd_bar[to] + dot(c.x, v) + 2.0 * dot(c.x1, a);
        qdd_bar[to] = qdd_bar[to] + dot(c.x, a);
      }
    }
    for (int64_t c = 0; c < n; c++) {
      scatter(out.q + first * n + c, n, q_bar[c], count);
      scatter(out.qd + first * n + c, n, qd_bar[c], count);
      scatter(out.qdd + first * n + c, n, qdd_bar[c], count);
    }
  }
}

}} // namespace dynid::DYNID_LEVEL
