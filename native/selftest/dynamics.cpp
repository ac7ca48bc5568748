// The regressor times the parameters against the torques, the mass matrix against their slope, the
// adjoint against a difference; a pendulum against its formula.
#include "selftest.hpp"

namespace dynid {

/// Joints about z (the one numbered `sliding` along z), every frame turned by 90 degrees about x.
struct Example {
  Indices parent, kind, coordinate, start{0}, row, up, own, adds, group;
  Numbers M, r, axis, gravity{1.0, 2.0, -9.81};

  Example(Indices parents, int64_t sliding) : parent(parents) {
    const double M0[9] = {0, 0, 0, 0, 0, -1, 0, 0, 0}, M1[9] = {1, 0, 0, 0, 0, 0, 0, 1, 0};
    const double M2[9] = {0, -1, 0, 0, 0, 0, 1, 0, 0};
    for (int64_t i = 0; i < int64_t(parent.size()); i++) {
      const bool turns = i != sliding;
      kind.push_back(turns ? REVOLUTE : PRISMATIC), coordinate.push_back(i), group.push_back(i);
      for (int k = 0; k < 9; k++) M.push_back(turns ? M0[k] : M0[k] + M1[k]);
      for (const double *part : {M1, M2})
        for (int k = 0; k < 9; k++) M.push_back(turns ? part[k] : 0.0);
      for (int k = 0; k < 3; k++) r.push_back(0.3 * draw());
      r.insert(r.end(), {0.0, turns ? 0.0 : -1.0, 0.0});
      axis.insert(axis.end(), {0, 0, 1});
      add_slots(i);
    }
  }
  void add_slots(int64_t i) {
    const int64_t p = parent[size_t(i)];
    for (int64_t s = p < 0 ? 0 : start[size_t(p)]; p >= 0 && s < start[size_t(p) + 1]; s++)
      row.push_back(row[size_t(s)]), up.push_back(s), own.push_back(NOTHING), adds.push_back(0);
    row.push_back(i), up.push_back(-1), own.push_back(AXIS), adds.push_back(0);
    start.push_back(int64_t(row.size()));
  }
  int64_t size() const { return int64_t(parent.size()); }
  Tree tree() const {
    return {size(),   size(),   parent.data(), kind.data(),   coordinate.data(),
            M.data(), r.data(), axis.data(),   gravity.data()};
  }
  Plan plan() const {
    return {tree(),    int64_t(row.size()), size(),      start.data(), row.data(),
            up.data(), own.data(),          adds.data(), group.data()};
  }
};

/// The largest of |a - b|, as a part of the largest |b| or of 1.
static double compare(const Numbers &a, const Numbers &b) {
  double worst = 0.0, largest = 1.0;
  for (size_t k = 0; k < a.size(); k++) {
    largest = std::fmax(largest, std::fabs(b[k]));
    worst = std::isnan(a[k]) ? INFINITY : std::fmax(worst, std::fabs(a[k] - b[k]));
  }
  return worst / largest;
}

/// tau = Y p,   M = d tau / d qdd (tau is linear in qdd),   qdd_bar = M' tau_bar for Y_bar =
/// tau_bar p'
static double check_tree(const Kernels &k, const Example &example, int64_t N) {
  const int64_t n = example.size(), P = 10 * n;
  const Numbers q = draw(N * n, 4.0), qd = draw(N * n, 2.0), qdd = draw(N * n, 5.0);
  const Numbers p = draw(P, 1.0), tau_bar = draw(N * n, 1.0);
  const Motion motion{N, n, q.data(), qd.data(), qdd.data()};
  Numbers Y(size_t(n * P * N)), tau(size_t(N * n)), product(tau), M(size_t(N * n * n)), slope(M);
  k.regressor(example.plan(), motion, {nullptr, 0, 0}, {Y.data(), P * N, N});
  k.inverse_dynamics(example.tree(), p.data(), motion, tau.data());
  k.mass_matrix(example.plan(), p.data(), motion, {nullptr, 0, 0}, M.data());
  Numbers Y_bar(Y), q_bar(tau), qd_bar(tau), qdd_bar(tau), expected(tau);
  for (int64_t s = 0; s < N; s++)
    for (int64_t j = 0; j < n; j++) {
      double sum = 0.0, back = 0.0;
      for (int64_t i = 0; i < P; i++) {
        sum += Y[size_t((j * P + i) * N + s)] * p[size_t(i)];
        Y_bar[size_t((j * P + i) * N + s)] = tau_bar[size_t(s * n + j)] * p[size_t(i)];
      }
      for (int64_t i = 0; i < n; i++)
        back += M[size_t((s * n + i) * n + j)] * tau_bar[size_t(s * n + i)];
      product[size_t(s * n + j)] = sum, expected[size_t(s * n + j)] = back;
    }
  k.regressor_adjoint(example.plan(), motion, {nullptr, 0, 0}, {Y_bar.data(), P * N, N},
                      {q_bar.data(), qd_bar.data(), qdd_bar.data(), {nullptr, 0, 0}});
  for (int64_t c = 0; c < n; c++) {
    Numbers pushed(qdd), other(tau);
    for (int64_t s = 0; s < N; s++) pushed[size_t(s * n + c)] += 1.0;
    const Motion second{N, n, q.data(), qd.data(), pushed.data()};
    k.inverse_dynamics(example.tree(), p.data(), second, other.data());
    for (int64_t s = 0; s < N; s++)
      for (int64_t j = 0; j < n; j++)
        slope[size_t((s * n + j) * n + c)] = other[size_t(s * n + j)] - tau[size_t(s * n + j)];
  }
  const double scale = 1.0 / std::fmax(1.0, compare(tau, Numbers(tau.size(), 0.0)));
  return std::fmax(compare(product, tau),
                   std::fmax(scale * compare(slope, M), compare(qdd_bar, expected)));
}

/// A mass at (x, y) of the turned frame: p = (x cos - y sin, 0, x sin + y cos),
/// tau = m (x^2 + y^2) qdd - m g . dp/dq
static double check_pendulum(const Kernels &k) {
  const Example one({-1}, -1);
  const double m = 2.0, x = 0.4, y = 0.1, zero[4] = {0, 0, 0, 0}, push[4] = {1, 2, 3, 4};
  const double angles[4] = {0.3, 1e3, -3e6, 2.5};
  const double inertia[10] = {m,          m * x,     m * y, 0, m * y * y,
                              -m * x * y, m * x * x, 0,     0, m * (x * x + y * y)};
  double tau[4], worst = 0.0;
  k.inverse_dynamics(one.tree(), inertia, {4, 1, angles, zero, push}, tau);
  for (int s = 0; s < 4; s++) {
    const double sine = std::sin(angles[s]), cosine = std::cos(angles[s]);
    const double slope =
        one.gravity[0] * (-x * sine - y * cosine) + one.gravity[2] * (x * cosine - y * sine);
    worst = std::fmax(worst, std::fabs(tau[s] - (m * (x * x + y * y) * push[s] - m * slope)));
  }
  return worst;
}

double check_dynamics(const Kernels &kernels);
double check_dynamics(const Kernels &kernels) {
  double worst = check_pendulum(kernels);
  for (int64_t N = 0; N <= 2 * kernels.width + 1; N++)
    worst = std::fmax(worst, check_tree(kernels, Example({-1, 0, 1, 1, 3, 0}, 3), N));
  return worst;
}

} // namespace dynid
