// A four-bar linkage in a plane: crank q0 and coupler q1 on it, rocker q2 on the ground; the ends
// of coupler and rocker meet.
#include "selftest.hpp"

namespace dynid {

constexpr double CRANK = 0.3, COUPLER = 0.7, ROCKER = 0.5, BASE = 0.8;

struct FourBar {
  Indices parent{-1, 0, -1}, kind{1, 1, 1}, coordinate{0, 1, 2};
  Indices way{GENERAL, GENERAL, GENERAL}, along{2, 2, 2};
  Numbers M, r{0, 0, 0, 0, 0, 0, CRANK, 0, 0, 0, 0, 0, BASE, 0, 0, 0, 0, 0};
  Numbers axis{0, 0, 1, 0, 0, 1, 0, 0, 1}, gravity{0, 0, 0}, world = Numbers(81);
  // rows along x and y of the rocker; QR of both columns, coupler first
  Numbers u{1, 0, 0, 0, 1, 0}, v = Numbers(6), polynomial{0, 0}, scale{1, 1};
  Numbers point_a{ROCKER, 0, 0, ROCKER, 0, 0}, point_b{COUPLER, 0, 0, COUPLER, 0, 0};
  std::vector<Run> runs{{TRANSLATION, 2, 1, 0, 2, 0, 3}};
  std::vector<Lever> levers{{1, 1, 0, 1.0}, {0, 0, 2, 1.0}, {2, 2, 1, -1.0}};
  Indices solved{1, 2}, given{0}, place{2, 0, 1}, rows{0, 1, 1}, row_start{0, 2, 3};
  Indices columns{1}, column_start{0, 1, 1}, fill, full{1, 1, 1, 1};

  FourBar() {
    for (int i = 0; i < 3; i++)
      for (double x :
           {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0, 0})
        M.push_back(x);
  }
  Closure view() const {
    const Tree tree{
        3,        3,           parent.data(),  kind.data(), coordinate.data(), M.data(),
        r.data(), axis.data(), gravity.data(), way.data(),  along.data(),      world.data()};
    const Constraints con{2,
                          2,
                          1,
                          1,
                          1,
                          0,
                          runs.data(),
                          levers.data(),
                          u.data(),
                          v.data(),
                          point_a.data(),
                          point_b.data(),
                          polynomial.data(),
                          solved.data(),
                          given.data(),
                          place.data(),
                          rows.data(),
                          row_start.data(),
                          columns.data(),
                          column_start.data(),
                          fill.data(),
                          full.data(),
                          full.data()};
    return {tree, con, scale.data()};
  }
};

/// By how much the ends miss each other, with first and second derivatives by time.
static double compute_gap(const double *q, const double *qd, const double *qdd) {
  const double length[3] = {CRANK, COUPLER, -ROCKER};
  const double a[3] = {q[0], q[0] + q[1], q[2]}, w[3] = {qd[0], qd[0] + qd[1], qd[2]};
  const double e[3] = {qdd[0], qdd[0] + qdd[1], qdd[2]};
  double gap[6] = {-BASE, 0, 0, 0, 0, 0}, worst = 0.0;
  for (int k = 0; k < 3; k++) {
    const double c = length[k] * std::cos(a[k]), s = length[k] * std::sin(a[k]);
    gap[0] += c, gap[1] += s, gap[2] -= s * w[k], gap[3] += c * w[k];
    gap[4] -= c * w[k] * w[k] + s * e[k], gap[5] += c * e[k] - s * w[k] * w[k];
  }
  for (double x : gap) worst = std::fmax(worst, std::isnan(x) ? INFINITY : std::fabs(x));
  return worst;
}

double check_closure(const Kernels &kernels);
double check_closure(const Kernels &kernels) {
  const FourBar bars;
  double home[3] = {1.0, -0.8, 1.4}, branch_q[3], X[DIFFERENCES * 2] = {}, worst = 0.0;
  bool closes = false;
  kernels.close_poses(bars.view(), 1, home, &closes);
  if (!closes) return INFINITY;
  for (int64_t N : {0, 1, 7, 31, 32, 33, 80}) {
    const size_t n = size_t(N);
    Numbers q_i(n), qd_i(n, 1.5), qdd_i(n, 0.5), q(3 * n), qd(q), qdd(q), G(q), margin(n);
    for (size_t s = 0; s < n; s++) q_i[s] = 1.0 + 6.0 * std::sin(0.05 * double(s));
    Branch branch{branch_q, X, nullptr};
    kernels.restart_branch(bars.view(), home, branch);
    if (kernels.close_motion(
            bars.view(), home, {N, q_i.data(), qd_i.data(), qdd_i.data()},
            {q.data(), qd.data(), qdd.data(), {G.data(), N, N}, {nullptr, 0, 0}, margin.data()},
            branch) != -1)
      return INFINITY;
    for (size_t s = 0; s < n; s++)
      worst = std::fmax(worst, compute_gap(&q[3 * s], &qd[3 * s], &qdd[3 * s]));
  }
  return worst;
}

} // namespace dynid
