// The border of the family `kalman`.
#include "arrays.hpp"
#include <nanobind/stl/pair.h>
#include <utility>

namespace dynid {

/// One joint's equation of motion; state [q, v, ln m, r, g, Bv, B1, B2, ln w1, ln w2].
class JointMotionObject {
  std::vector<double> C_;
  int64_t functions_, terms_, inertias_;
  double centre_, half_;

public:
  JointMotionObject(Doubles &C, double centre, double half, int64_t inertias)
      : C_(C.copy("C", {ANY, ANY})), functions_(C.shape(0)), terms_(C.shape(1)),
        inertias_(inertias), centre_(centre), half_(half) {
    require(0 <= inertias && inertias < functions_,
            "inertias: expected a number of functions after the first of C.");
  }
  JointMotion view() const { return {functions_, terms_, C_.data(), centre_, half_, inertias_}; }
  int64_t states() const { return functions_ + 7; }
};

static void propagate(OutDoubles &P, Doubles &S, Doubles &noise, Doubles &drift, double dt) {
  double *covariance = P.expect("P", {ANY, ANY});
  const int64_t nx = P.shape(0);
  require(P.shape(1) == nx, "P: expected a square matrix.");
  const double *variances = noise.expect("noise", {ANY});
  const int64_t n = noise.size();
  const double *sensitivities = S.expect("S", {ANY, nx + n});
  const int64_t m = S.shape(0);
  require(m <= nx, "S: expected at most as many rows as there are states.");
  const double *wander = drift.expect("drift", {nx - m});
  std::vector<double> room(propagate_room(nx, m));
  nb::gil_scoped_release released;
  chosen->kalman_propagate(nx, m, n, sensitivities, variances, wander, dt, covariance, room.data());
}

static double update(OutDoubles &x, OutDoubles &P, Doubles &y, Doubles &R, OutDoubles &normal) {
  double *state = x.expect("x", {ANY}), *covariance = P.expect("P", {x.size(), x.size()});
  const double *measured = y.expect("y", {ANY}), *variances = R.expect("R", {y.size()});
  require(y.size() <= x.size(), "y: expected at most as many positions as there are states.");
  double *innovations = normal.expect("normal", {y.size()});
  std::vector<double> room(update_room(x.size()));
  nb::gil_scoped_release released;
  return chosen->kalman_update(x.size(), y.size(), measured, variances, state, covariance,
                               innovations, room.data());
}

static bool cholesky(Doubles &P, OutDoubles &L) {
  const double *covariance = P.expect("P", {ANY, ANY});
  const int64_t nx = P.shape(0);
  require(P.shape(1) == nx, "P: expected a square matrix.");
  double *triangle = L.expect("L", {nx, nx});
  nb::gil_scoped_release released;
  return chosen->kalman_cholesky(nx, covariance, triangle);
}

static bool sigma_points(Doubles &x, Doubles &P, Doubles &u, Doubles &noise, OutDoubles &X,
                         OutDoubles &U) {
  const double *state = x.expect("x", {ANY}), *torques = u.expect("u", {ANY});
  const int64_t nx = x.size(), n = u.size(), points = 2 * (nx + n);
  const double *covariance = P.expect("P", {nx, nx}), *variances = noise.expect("noise", {n});
  double *states = X.expect("X", {points, nx}), *inputs = U.expect("U", {points, n});
  nb::gil_scoped_release released;
  return chosen->sigma_points(nx, n, state, covariance, torques, variances, states, inputs);
}

static void moments(Doubles &X, Doubles &drift, double dt, OutDoubles &x, OutDoubles &P) {
  const double *states = X.expect("X", {ANY, ANY}), *wander = drift.expect("drift", {ANY});
  const int64_t nx = X.shape(1);
  require(drift.size() <= nx, "drift: expected at most as many as there are states.");
  double *mean = x.expect("x", {nx}), *covariance = P.expect("P", {nx, nx});
  nb::gil_scoped_release released;
  chosen->kalman_moments(X.shape(0), nx, states, drift.size(), wander, dt, mean, covariance);
}

static bool is_valid_state(Doubles &x, Doubles &P) {
  const double *state = x.expect("x", {ANY}), *covariance = P.expect("P", {x.size(), x.size()});
  return chosen->is_valid_state(x.size(), state, covariance);
}

static std::pair<double, double> joint_flow(const JointMotionObject &joint, Doubles &x, double u0,
                                            double u1, double dt, OutDoubles &S) {
  const int64_t nx = joint.states();
  const double *state = x.expect("x", {nx});
  double *sensitivities = S.expect("S", {2, nx + 1}), after[2];
  std::vector<double> room(flow_room(nx, nx - 7));
  chosen->joint_flow(joint.view(), nx, state, u0, u1, dt, sensitivities, after, room.data());
  return {after[0], after[1]};
}

static void joint_flow_many(const JointMotionObject &joint, Doubles &X, Doubles &U, double du,
                            double dt, OutDoubles &out) {
  const int64_t nx = joint.states();
  const double *states = X.expect("X", {ANY, nx}), *torques = U.expect("U", {X.shape(0), 1});
  double *after = out.expect("out", {X.shape(0), 2});
  nb::gil_scoped_release released;
  chosen->joint_flow_many(joint.view(), X.shape(0), nx, states, torques, du, dt, after);
}

static std::pair<double, int64_t> joint_filter(const JointMotionObject &joint, bool unscented,
                                               Doubles &t, Doubles &q, Doubles &tau, double held,
                                               double position, double torque, Doubles &rough,
                                               Doubles &drift, OutDoubles &x, OutDoubles &P,
                                               OutDoubles &innovations, OutDoubles &states,
                                               OutDoubles &variances) {
  const int64_t nx = joint.states();
  const double *times = t.expect("t", {ANY});
  const int64_t N = t.size(), rows = N > 0 ? N - 1 : 0;
  const JointLog log{N, times, q.expect("q", {N, 1}), tau.expect("tau", {N, 1}), held};
  const Variances about{position, torque, rough.expect("rough", {N}),
                        drift.expect("drift", {nx - 2}), nx - 2};
  double *state = x.expect("x", {nx}), *covariance = P.expect("P", {nx, nx}), likelihood;
  const FilterTrace trace{innovations.expect("innovations", {rows, 1}),
                          states.expect("states", {rows, nx}),
                          variances.expect("variances", {rows, nx})};
  nb::gil_scoped_release released;
  const int64_t lost = chosen->joint_filter(joint.view(), log, about, unscented, nx, state,
                                            covariance, trace, &likelihood);
  return {likelihood, lost};
}

void bind_kalman(nb::module_ &m) {
  nb::class_<JointMotionObject>(m, "JointMotion", "The equation of motion of one joint, checked.")
      .def(nb::init<Doubles &, double, double, int64_t>(), "C"_a, "centre"_a, "half"_a,
           "inertias"_a)
      .def("flow", joint_flow, "x"_a, "u0"_a, "u1"_a, "dt"_a, "S"_a,
           "q, v after dt; S (2, states + 1): their derivatives.")
      .def("flow_many", joint_flow_many, "X"_a, "U"_a, "du"_a, "dt"_a, "out"_a,
           "out: q, v after dt of many states.")
      .def("filter", joint_filter, "unscented"_a, "t"_a, "q"_a, "tau"_a, "held"_a, "position"_a,
           "torque"_a, "rough"_a, "drift"_a, "x"_a, "P"_a, "innovations"_a, "states"_a,
           "variances"_a,
           "A Kalman filter over a log: log-likelihood, and the sample at which it was lost or 0.");
  m.def("kalman_propagate", propagate, "P"_a, "S"_a, "noise"_a, "drift"_a, "dt"_a,
        "P after a step of dt, in place: Phi P Phi' + S_u diag(noise) S_u' + drift dt.");
  m.def("kalman_update", update, "x"_a, "P"_a, "y"_a, "R"_a, "normal"_a,
        "x and P after measured positions, in place; returns the log-likelihood.");
  m.def("kalman_cholesky", cholesky, "P"_a, "L"_a, "P = L L'; whether P is positive definite.");
  m.def("sigma_points", sigma_points, "x"_a, "P"_a, "u"_a, "noise"_a, "X"_a, "U"_a,
        "States and torques at +- sqrt(nx + n) deviations; whether P is positive definite.");
  m.def("kalman_moments", moments, "X"_a, "drift"_a, "dt"_a, "x"_a, "P"_a,
        "Mean and covariance of equally likely states.");
  m.def("is_valid_state", is_valid_state, "x"_a, "P"_a,
        "Whether state and covariance are finite and the variances positive.");
}

} // namespace dynid
