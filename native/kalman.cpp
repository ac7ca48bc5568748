// The filters' arithmetic: state and covariance from sample to sample.
#include "geometry.hpp"
#include "kernels.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// P after a step of dt: Phi P Phi' + S_u diag(noise) S_u' + drift dt.
///
/// Phi = [S_x; 0 I] with S = [S_x S_u] the sensitivities (m, nx + n) of q and v to the state and to
/// the torques.
void kalman_propagate(int64_t nx, int64_t m, int64_t n, const double *S, const double *noise,
                      const double *drift, double dt, double *P, double *room) {
  const int64_t columns = nx + n;
  double *A = room; // (m, nx) S_x P
  for (int64_t k = 0; k < m * nx; k++) A[k] = 0.0;
  for (int64_t a = 0; a < m; a++)
    for (int64_t k = 0; k < nx; k++)
      for (int64_t b = 0; b < nx; b++) A[a * nx + b] += S[a * columns + k] * P[k * nx + b];
  for (int64_t a = 0; a < m; a++) {
    for (int64_t b = m; b < nx; b++) P[a * nx + b] = P[b * nx + a] = A[a * nx + b];
    for (int64_t b = 0; b <= a; b++) {
      const double *Sa = S + a * columns, *Sb = S + b * columns;
      double sum = 0.0;
      for (int64_t k = 0; k < nx; k++) sum += A[a * nx + k] * Sb[k];
      for (int64_t k = 0; k < n; k++) sum += Sa[nx + k] * noise[k] * Sb[nx + k];
      P[a * nx + b] = P[b * nx + a] = sum;
    }
  }
  for (int64_t k = m; k < nx; k++) P[k * nx + k] += drift[k - m] * dt;
}

/// Measured positions y (n) of variances R, one after the other; P in Joseph's form
/// (I - K h) P (I - K h)' + K R K'. Changes x and P; normal: the normalised innovations; returns
/// the log-likelihood.
double kalman_update(int64_t nx, int64_t n, const double *y, const double *R, double *x, double *P,
                     double *normal, double *room) {
  constexpr double TWO_PI = 6.28318530717958647693;
  double likelihood = 0.0;
  double *p = room, *K = room + nx;
  for (int64_t j = 0; j < n; j++) {
    const double variance = P[j * nx + j] + R[j], innovation = y[j] - x[j];
    for (int64_t a = 0; a < nx; a++) {
      p[a] = P[a * nx + j], K[a] = p[a] / variance;
      x[a] += K[a] * innovation;
    }
    for (int64_t a = 0; a < nx; a++)
      for (int64_t b = 0; b <= a; b++) {
        P[a * nx + b] += -K[a] * p[b] - p[a] * K[b] + K[a] * K[b] * variance;
        P[b * nx + a] = P[a * nx + b];
      }
    normal[j] = innovation / std::sqrt(variance);
    likelihood -= 0.5 * (normal[j] * normal[j] + std::log(TWO_PI * variance));
  }
  return likelihood;
}

/// The lower triangle L of P = L L'; returns whether P is positive definite.
bool kalman_cholesky(int64_t nx, const double *P, double *L) {
  std::memset(L, 0, sizeof(double) * size_t(nx * nx));
  for (int64_t i = 0; i < nx; i++)
    for (int64_t j = 0; j <= i; j++) {
      double sum = P[i * nx + j];
      for (int64_t k = 0; k < j; k++) sum -= L[i * nx + k] * L[j * nx + k];
      if (i == j && !(sum > 0.0)) return false;
      L[i * nx + j] = i == j ? std::sqrt(sum) : sum / L[j * nx + j];
    }
  return true;
}

/// In X 2 (nx + n) states (points, nx) and in U torques (points, n) at +- sqrt(nx + n) deviations;
/// returns whether P is positive definite.
bool sigma_points(int64_t nx, int64_t n, const double *x, const double *P, const double *u,
                  const double *noise, double *X, double *U) {
  Scratch<double> L(nx * nx);
  const bool positive = kalman_cholesky(nx, P, L.data);
  const double far = std::sqrt(double(nx + n));
  for (int64_t k = 0; k < 2 * (nx + n); k++) {
    std::memcpy(X + k * nx, x, sizeof(double) * size_t(nx));
    std::memcpy(U + k * n, u, sizeof(double) * size_t(n));
  }
  for (int64_t k = 0; k < nx; k++)
    for (int64_t a = k; a < nx; a++) {
      X[2 * k * nx + a] += far * L[a * nx + k];
      X[(2 * k + 1) * nx + a] -= far * L[a * nx + k];
    }
  for (int64_t k = 0; k < n; k++) {
    U[2 * (nx + k) * n + k] += far * std::sqrt(noise[k]);
    U[(2 * (nx + k) + 1) * n + k] -= far * std::sqrt(noise[k]);
  }
  return positive;
}

/// In x and P mean and covariance of equally likely states X (points, nx), and the drift of the
/// parameters, the last states, in dt.
void kalman_moments(int64_t points, int64_t nx, const double *X, int64_t drifts,
                    const double *drift, double dt, double *x, double *P) {
  for (int64_t a = 0; a < nx; a++) x[a] = 0.0;
  for (int64_t a = 0; a < nx * nx; a++) P[a] = 0.0;
  for (int64_t k = 0; k < points; k++)
    for (int64_t a = 0; a < nx; a++) x[a] += X[k * nx + a] / double(points);
  for (int64_t k = 0; k < points; k++)
    for (int64_t a = 0; a < nx; a++)
      for (int64_t b = 0; b <= a; b++)
        P[a * nx + b] += (X[k * nx + a] - x[a]) * (X[k * nx + b] - x[b]) / double(points);
  for (int64_t a = 0; a < nx; a++)
    for (int64_t b = 0; b < a; b++) P[b * nx + a] = P[a * nx + b];
  for (int64_t k = 0; k < drifts; k++) {
    const int64_t a = nx - drifts + k;
    P[a * nx + a] += drift[k] * dt;
  }
}

/// Whether state and covariance are finite and the variances positive.
bool is_valid_state(int64_t nx, const double *x, const double *P) {
  for (int64_t k = 0; k < nx; k++) {
    if (!std::isfinite(x[k]) || !(P[k * nx + k] > 0.0)) return false;
    for (int64_t j = 0; j < nx; j++)
      if (!std::isfinite(P[k * nx + j])) return false;
  }
  return true;
}

/// One joint's filter over all samples, and what it leaves. Changes x and P; likelihood: its
/// logarithm. Returns the sample at which the filter was lost, 0 if it was not.
int64_t joint_filter(const JointMotion &joint, const JointLog &log, const Variances &about,
                     bool unscented, int64_t nx, double *x, double *P, const FilterTrace &trace,
                     double *likelihood) {
  const int64_t points = 2 * (nx + 1);
  Scratch<double> X(points * nx), U(points), moved(2 * points), S(2 * (nx + 1));
  Scratch<double> room(flow_room(nx, joint.functions) + propagate_room(nx, 2) + update_room(nx));
  *likelihood = 0.0;
  for (int64_t k = 1; k < log.samples; k++) {
    const double dt = log.t[k] - log.t[k - 1], u0 = log.tau[k - 1];
    const double u1 = log.tau[k] + log.held * (u0 - log.tau[k]);
    const double noise = about.rough[k - 1] * about.torque;
    bool positive = true;
    if (unscented) {
      positive = sigma_points(nx, 1, x, P, &u0, &noise, X.data, U.data);
      joint_flow_many(joint, points, nx, X.data, U.data, u1 - u0, dt, moved.data);
      for (int64_t p = 0; p < points; p++)
        X[p * nx] = moved[2 * p], X[p * nx + 1] = moved[2 * p + 1];
      kalman_moments(points, nx, X.data, about.drifts, about.drift, dt, x, P);
    } else {
      double after[2];
      joint_flow(joint, nx, x, u0, u1, dt, S.data, after, room.data);
      x[0] = after[0], x[1] = after[1];
      kalman_propagate(nx, 2, 1, S.data, &noise, about.drift, dt, P, room.data);
    }
    if (!positive || !is_valid_state(nx, x, P)) return k;
    *likelihood += kalman_update(nx, 1, log.q + k, &about.position, x, P, trace.innovations + k - 1,
                                 room.data);
    std::memcpy(trace.states + (k - 1) * nx, x, sizeof(double) * size_t(nx));
    for (int64_t j = 0; j < nx; j++) trace.variances[(k - 1) * nx + j] = P[j * nx + j];
  }
  return 0;
}

}} // namespace dynid::DYNID_LEVEL
