// One step of the interior point method of src/dynid/estimators/consistent/barrier.py.
//
// svec goes along the rows of the upper triangle, off-diagonal entries times sqrt 2.
#include "dense.hpp"
#include "geometry.hpp"
#include "kernels.hpp"
#include "mat4.hpp"

namespace dynid { namespace DYNID_LEVEL {

constexpr double ROOT2 = 1.41421356237309504880;
constexpr double STEP = 0.98;    // of the way to the boundary
constexpr int REFINEMENTS = 5;   // of a solution by a triangular factor, at most
constexpr double DIGITS = 1e-10; // change that ends them

/// Z = R^-T Lambda R^-1 of every body, and in pull sum <E_k, Z> + G'z of every free parameter k;
/// fixed parameters are in its last place, n.
void pull_back_multipliers(const Cone &cone, const double *R_inv, const double *lambda,
                           const double *z, double *Z, double *pull) {
  for (int64_t k = 0; k <= cone.n; k++) pull[k] = 0.0;
  for (int64_t i = 0; i < cone.bodies; i++) {
    const Mat4 &inverse = matrix(R_inv, i);
    Mat4 X = inverse; // Lambda R^-1
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++) X[a][b] *= lambda[4 * i + a];
    const Mat4 Zi = matrix(Z, i) = transpose(inverse) * X;
    for (int k = 0; k < 10; k++) pull[cone.columns[10 * i + k]] += inner(matrix(cone.basis, k), Zi);
  }
  for (int64_t r = 0; r < cone.bounds; r++)
    for (int64_t k = 0; k < cone.n; k++) pull[k] += cone.G[r * cone.n + k] * z[r];
}

/// e = R (u - v) and Z of every body; report: the gap sum <S, Z> + <s, z> and the lack
/// 1/2 |e + R^-T sum <E, Z>|^2.
void barrier_state(const Cone &cone, const double *R, const double *u, const double *v,
                   const Scaling &at, double *e, double *Z, double *report) {
  const int64_t n = cone.n;
  Scratch<double> x(n + 1), away(n);
  for (int64_t k = 0; k < n; k++) away[k] = u[k] - v[k];
  for (int64_t k = 0; k < n; k++) e[k] = dot(R + k * n, away.data, k, n);
  pull_back_multipliers(cone, at.R_inv, at.lambda, at.z, Z, x.data);
  forward_substitute(R, x.data, n);
  double gap = 0.0, lack = 0.0;
  for (int64_t k = 0; k < 4 * cone.bodies; k++) gap += at.lambda[k] * at.lambda[k];
  for (int64_t r = 0; r < cone.bounds; r++) gap += at.s[r] * at.z[r];
  for (int64_t k = 0; k < n; k++) lack += 0.5 * (e[k] + x[k]) * (e[k] + x[k]);
  report[0] = gap, report[1] = lack;
}

/// Rows svec(R^-1 E_k R^-T) of body i in F, in the column of every free parameter k.
static void fill_body_rows(const Cone &cone, int64_t i, const Mat4 &R_inv, double *F) {
  for (int k = 0; k < 10; k++) {
    const int64_t c = cone.columns[10 * i + k];
    if (c >= cone.n) continue;
    const Mat4 Y = R_inv * matrix(cone.basis, k) * transpose(R_inv);
    double *to = F + 10 * i * cone.n + c;
    for (int a = 0; a < 4; a++)
      for (int b = a; b < 4; b++, to += cone.n) *to = a == b ? Y[a][b] : ROOT2 * Y[a][b];
  }
}

/// H += F'F of the ten rows of body i, which act on its own parameters only.
static void add_body_gram(const Cone &cone, int64_t i, const double *F, double *H) {
  const int64_t n = cone.n, *columns = cone.columns + 10 * i;
  for (int k = 0; k < 10; k++)
    for (int j = 0; j < 10; j++) {
      const int64_t a = columns[k], b = columns[j];
      if (a >= n || b >= n) continue;
      double sum = 0.0;
      for (int64_t r = 10 * i; r < 10 * i + 10; r++) sum += F[r * n + a] * F[r * n + b];
      H[a * n + b] += sum;
    }
}

/// F: the rows of every body, then G / w. H = gram + F'F, its diagonal scaled to one by `scale`.
void scale_rows(const Cone &cone, const double *R_inv, const double *w, const double *gram,
                double *F, double *H, double *scale) {
  const int64_t n = cone.n, m = 10 * cone.bodies;
  std::memset(F, 0, sizeof(double) * size_t((m + cone.bounds) * n));
  std::memcpy(H, gram, sizeof(double) * size_t(n * n));
  for (int64_t i = 0; i < cone.bodies; i++) {
    fill_body_rows(cone, i, matrix(R_inv, i), F);
    add_body_gram(cone, i, F, H);
  }
  for (int64_t r = 0; r < cone.bounds; r++) {
    double *row = F + (m + r) * n;
    for (int64_t c = 0; c < n; c++)
      if (cone.G[r * n + c] != 0.0) row[c] = cone.G[r * n + c] / w[r];
    for (int64_t c = 0; c < n; c++)
      if (row[c] != 0.0)
        for (int64_t j = 0; j < n; j++) H[c * n + j] += row[c] * row[j];
  }
  for (int64_t c = 0; c < n; c++) scale[c] = std::sqrt(H[c * n + c]);
  for (int64_t c = 0; c < n; c++)
    for (int64_t j = 0; j < n; j++) H[c * n + j] /= scale[c] * scale[j];
}

/// out = F d: rows of a body act on its own parameters only.
static void multiply_rows(const Cone &cone, const double *F, const double *d, double *out) {
  const int64_t n = cone.n, m = 10 * cone.bodies;
  for (int64_t r = 0; r < m; r++) {
    const int64_t *columns = cone.columns + r / 10 * 10;
    double sum = 0.0;
    for (int k = 0; k < 10; k++)
      if (columns[k] < n) sum += F[r * n + columns[k]] * d[columns[k]];
    out[r] = sum;
  }
  for (int64_t r = m; r < m + cone.bounds; r++) out[r] = dot(F + r * n, d, 0, n);
}

/// g = A'(e - A d) + F'(u - F d), the descent of the least-squares problem.
static void compute_descent(const Cone &cone, const StepRows &rows, const double *u,
                            const double *d, double *Fd, double *g) {
  const int64_t n = cone.n, m = 10 * cone.bodies;
  for (int64_t j = 0; j < n; j++) g[j] = 0.0;
  for (int64_t i = 0; i < n; i++) { // A is upper triangular
    const double rest = rows.e[i] - dot(rows.A + i * n, d, i, n);
    for (int64_t j = i; j < n; j++) g[j] += rows.A[i * n + j] * rest;
  }
  multiply_rows(cone, rows.F, d, Fd);
  for (int64_t r = 0; r < m; r++) {
    const int64_t *columns = cone.columns + r / 10 * 10;
    const double rest = u[r] - Fd[r];
    for (int k = 0; k < 10; k++)
      if (columns[k] < n) g[columns[k]] += rows.F[r * n + columns[k]] * rest;
  }
  for (int64_t r = m; r < m + cone.bounds; r++) {
    const double rest = u[r] - Fd[r];
    for (int64_t j = 0; j < n; j++) g[j] += rows.F[r * n + j] * rest;
  }
}

/// d of min |A d - e|^2 + |F d - u|^2, refined by the residuals of the rows themselves. Returns by
/// how much the first round of refinement changed it, relative to it.
static double solve_least_squares(const Cone &cone, const StepRows &rows, const double *u,
                                  int refinements, double *d) {
  const int64_t n = cone.n;
  Scratch<double> change(n), Fd(10 * cone.bodies + cone.bounds);
  for (int64_t j = 0; j < n; j++) d[j] = 0.0;
  double first = 0.0;
  for (int k = 0; k <= refinements; k++) {
    compute_descent(cone, rows, u, d, Fd.data, change.data);
    for (int64_t j = 0; j < n; j++) change[j] /= rows.scale[j];
    forward_substitute(rows.c, change.data, n);
    back_substitute(rows.c, change.data, n);
    double size = 0.0, moved = 0.0;
    for (int64_t j = 0; j < n; j++) {
      const double old = std::fabs(d[j] * rows.scale[j]), now = std::fabs(change[j]);
      size = old <= size ? size : old; // keeps nan
      moved = now <= moved ? moved : now;
      d[j] += change[j] / rows.scale[j];
    }
    if (k == 1) first = size > 0.0 ? moved / size : 0.0;
    if (moved <= DIGITS * size || moved == 0.0) break;
  }
  return first;
}

/// What a step aims at: Lambda o (dS + dZ) = target - Lambda^2 (- dS o dZ), solved for T, t =
/// dS + dZ, ds + dz; and u = svec(Lambda + T), then l + t.
struct Aim {
  Scratch<double> l, T, t, u;
  explicit Aim(const Cone &cone)
      : l(cone.bounds), T(16 * cone.bodies), t(cone.bounds), u(10 * cone.bodies + cone.bounds) {}
};

static void compute_aim(const Cone &cone, const double *lambda, double target, bool corrects,
                        const StepChange &by, Aim &aim) {
  double *u = aim.u.data;
  for (int64_t i = 0; i < cone.bodies; i++, lambda += 4) {
    const Mat4 product = matrix(by.dS, i) * matrix(by.dZ, i);
    Mat4 &T = matrix(aim.T.data, i);
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        double x = a == b ? target - lambda[a] * lambda[a] : 0.0;
        if (corrects) x -= 0.5 * (product[a][b] + product[b][a]);
        T[a][b] = 2.0 * x / (lambda[a] + lambda[b]);
      }
      for (int b = a; b < 4; b++) *u++ = a == b ? T[a][b] + lambda[a] : ROOT2 * T[a][b];
    }
  }
  for (int64_t r = 0; r < cone.bounds; r++) {
    const double l = aim.l[r];
    const double x = target - l * l - (corrects ? by.ds[r] * by.dz[r] : 0.0);
    aim.t[r] = x / l;
    *u++ = aim.t[r] + l;
  }
}

/// dS, ds from F d, dZ, dz from what is aimed at; returns the longest step along which all stays
/// positive.
static double compute_changes(const Cone &cone, const double *lambda, const double *Fd,
                              const Aim &aim, const StepChange &by) {
  double least = -STEP; // no step is longer than 1 / STEP
  for (int64_t i = 0; i < cone.bodies; i++, lambda += 4) {
    Mat4 &dS = matrix(by.dS, i), &dZ = matrix(by.dZ, i), X, Y;
    for (int a = 0; a < 4; a++)
      for (int b = a; b < 4; b++) dS[a][b] = dS[b][a] = a == b ? *Fd++ : *Fd++ / ROOT2;
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++) {
        dZ[a][b] = matrix(aim.T.data, i)[a][b] - dS[a][b];
        const double root = std::sqrt(lambda[a] * lambda[b]);
        X[a][b] = dS[a][b] / root, Y[a][b] = dZ[a][b] / root;
      }
    least = std::fmin(least, std::fmin(least_eigenvalue(X), least_eigenvalue(Y)));
  }
  for (int64_t r = 0; r < cone.bounds; r++) {
    by.ds[r] = *Fd++;
    by.dz[r] = aim.t[r] - by.ds[r];
    least = std::fmin(least, std::fmin(by.ds[r], by.dz[r]) / aim.l[r]);
  }
  return -1.0 / least;
}

/// Predictor and corrector: d and the changes of S, Z, s, z (scaled), which start at zero; report:
/// the length of the step, and what refinement changed in d.
void barrier_step(const Cone &cone, const StepRows &rows, const Scaling &at, double gap,
                  const StepChange &by, double *report) {
  Aim aim(cone);
  Scratch<double> Fd(10 * cone.bodies + cone.bounds);
  for (int64_t r = 0; r < cone.bounds; r++) aim.l[r] = std::sqrt(at.s[r] * at.z[r]);
  // complementarity, scaled: Lambda o (dS + dZ) = target - Lambda^2 - dS o dZ of the predictor
  compute_aim(cone, at.lambda, 0.0, false, by, aim);
  // (A'A + F'F) d = A'(b - A v) + F'(Lambda + T); only to aim by: a few digits do
  solve_least_squares(cone, rows, aim.u.data, 0, by.d);
  multiply_rows(cone, rows.F, by.d, Fd.data);
  const double predicted = compute_changes(cone, at.lambda, Fd.data, aim, by);
  // the predictor's step a shrinks the gap to (1 - a) of it, where S and Z are balanced
  const double left = 1.0 - std::fmin(1.0, predicted);
  const int64_t degree = 4 * cone.bodies + cone.bounds;
  compute_aim(cone, at.lambda, left * left * left * gap / double(degree > 1 ? degree : 1), true, by,
              aim);
  const double change = solve_least_squares(cone, rows, aim.u.data, REFINEMENTS, by.d);
  multiply_rows(cone, rows.F, by.d, Fd.data);
  report[0] = std::fmin(1.0, STEP * compute_changes(cone, at.lambda, Fd.data, aim, by));
  report[1] = change;
}

void cholesky4(const double *A, double *L) { matrix(L, 0) = cholesky(matrix(A, 0)); }
void orthogonalise4(double *W) { orthogonalise(matrix(W, 0)); }
double least_eigenvalue4(const double *X) { return least_eigenvalue(matrix(X, 0)); }

/// L with L L' = Lambda + a change.
static Mat4 factor_change(const double *lambda, const Mat4 &change, double a) {
  Mat4 S;
  for (int j = 0; j < 4; j++) {
    for (int k = 0; k < 4; k++) S[j][k] = a * change[j][k];
    S[j][j] += lambda[j];
  }
  return cholesky(S);
}

/// R^-1 and Lambda after a step of length a.
///
/// S~ = L L', Z~ = K K', K' L = U Lambda V'; R becomes R L V Lambda^-1/2, its inverse Lambda^-1/2
/// U' K' R^-1: all in matrices near the diagonal, so that no digits are lost at the boundary.
void move_scaling(int64_t bodies, const double *R_inv, const double *lambda, const double *dS,
                  const double *dZ, double a, double *new_R_inv, double *new_lambda) {
  for (int64_t i = 0; i < bodies; i++) {
    const Mat4 L = factor_change(lambda + 4 * i, matrix(dS, i), a);
    const Mat4 Kt = transpose(factor_change(lambda + 4 * i, matrix(dZ, i), a));
    Mat4 W = Kt * L;
    orthogonalise(W); // U Lambda
    for (int j = 0; j < 4; j++) {
      const double value = new_lambda[4 * i + j] = column_norm(W, j);
      const double to_root = value * std::sqrt(value); // U Lambda^-1/2
      for (int k = 0; k < 4; k++) W[k][j] /= to_root;
    }
    matrix(new_R_inv, i) = transpose(W) * (Kt * matrix(R_inv, i));
  }
}

}} // namespace dynid::DYNID_LEVEL
