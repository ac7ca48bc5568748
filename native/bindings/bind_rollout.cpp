// The border of the family `rollout`.
#include "tree.hpp"

namespace dynid {

/// Joints, drives and the rule of a step, checked.
class ActuatorsObject {
  std::vector<double> values_, R_, beta_, limit_; // values (6, joints)
  double h_;
  bool centred_, implicit_, held_;

public:
  const int64_t joints;

  ActuatorsObject(Doubles &values, Doubles &R, Doubles &beta, Doubles &limit, double h,
                  bool centred, bool implicit, bool held)
      : values_(values.copy("values", {6, ANY})), h_(h), centred_(centred), implicit_(implicit),
        held_(held), joints(values.shape(1)) {
    R_ = R.copy("R", {joints}), beta_ = beta.copy("beta", {joints});
    limit_ = limit.copy("limit", {joints});
  }
  Actuators view() const {
    const double *x = values_.data();
    const int64_t n = joints;
    return {n,         x,         x + n,         x + 2 * n, x + 3 * n,
            x + 4 * n, x + 5 * n, limit_.data(), R_.data(), beta_.data(),
            h_,        centred_,  implicit_,     held_};
  }
};

static Commands expect_commands(int64_t n, Doubles &u, Doubles &ud, Doubles &ff) {
  const double *positions = u.expect("u", {ANY, n});
  const int64_t S = u.shape(0);
  return {S, positions, ud.expect("ud", {S, n}), ff.expect("ff", {S, n})};
}

static int64_t rollout(const TreeObject &tree, Doubles &inertia, const ActuatorsObject &actuators,
                       Doubles &u, Doubles &ud, Doubles &ff, Doubles &start, OutDoubles &Q,
                       OutDoubles &V, OutDoubles &A, OutDoubles &F, OutBools &clipped) {
  const Tree view = tree.view();
  const int64_t n = actuators.joints;
  require(view.coordinates == n, "actuators: expected as many joints as the tree has coordinates.");
  const double *bodies = inertia.expect("inertia", {view.nodes, 10});
  const Commands commands = expect_commands(n, u, ud, ff);
  const int64_t S = commands.steps;
  const double *state = start.expect("start", {2, n});
  const MutablePath path{Q.expect("Q", {S + 1, n}), V.expect("V", {S + 1, n}),
                         A.expect("A", {S, n}), F.expect("F", {S, n}),
                         clipped.expect("clipped", {S, n})};
  nb::gil_scoped_release released;
  return chosen->rollout(view, bodies, actuators.view(), commands, state, path);
}

static void linearise(const TreeObject &tree, Doubles &inertia, Doubles &q, Doubles &qd,
                      Doubles &qdd, double difference, OutDoubles &M, OutDoubles &K,
                      OutDoubles &C) {
  const Tree view = tree.view();
  const double *bodies = inertia.expect("inertia", {view.nodes, 10});
  const Motion motion = expect_motion(view, q, qd, qdd);
  const int64_t N = motion.samples, n = motion.coordinates;
  const Linearisation<double> to{M.expect("M", {N, n, n}), K.expect("K", {N, n, n}),
                                 C.expect("C", {N, n, n})};
  nb::gil_scoped_release released;
  chosen->linearise(view, bodies, motion, difference, to);
}

static void require_places(const RolloutParameters &by, int64_t joints, int64_t steps) {
  for (int64_t p = 0; p < by.count; p++) {
    require(ARMATURE <= by.kind[p] && by.kind[p] <= BODY, "kind: expected kinds of parameters.");
    require(0 <= by.joint[p] && by.joint[p] < (by.kind[p] == BODY ? by.columns : joints),
            "joint: expected joints, or columns of `turning` for parameters of bodies.");
  }
  for (int64_t k = 0; k < by.samples; k++)
    require(by.step[k] < steps && (k ? by.step[k - 1] : -1) <= by.step[k],
            "step: expected ascending steps of the commands, -1 for the start.");
}

static void rollout_slopes(const ActuatorsObject &actuators, Doubles &u, Doubles &ud, Doubles &ff,
                           Doubles &Q, Doubles &V, Doubles &A, Doubles &F, Bools &clipped,
                           Doubles &M, Doubles &K, Doubles &C, Ints &kind, Ints &joint, double acts,
                           double sees, Doubles &rates, Doubles &turning, Ints &step, Doubles &part,
                           OutDoubles &out) {
  const int64_t n = actuators.joints;
  const Commands commands = expect_commands(n, u, ud, ff);
  const int64_t S = commands.steps;
  const ConstPath path{Q.expect("Q", {S + 1, n}), V.expect("V", {S + 1, n}), A.expect("A", {S, n}),
                       F.expect("F", {S, n}), clipped.expect("clipped", {S, n})};
  const Linearisation<const double> bodies{M.expect("M", {S, n, n}), K.expect("K", {S, n, n}),
                                           C.expect("C", {S, n, n})};
  const int64_t *kinds = kind.expect("kind", {ANY}), *steps = step.expect("step", {ANY});
  const double *torques = turning.expect("turning", {S, n, ANY});
  const RolloutParameters by{kind.size(),
                             kinds,
                             joint.expect("joint", {kind.size()}),
                             acts,
                             sees,
                             rates.expect("rates", {S, 3, n}),
                             torques,
                             turning.shape(2),
                             step.size(),
                             steps,
                             part.expect("part", {step.size()})};
  require_places(by, n, S);
  double *slopes = out.expect("out", {by.samples, n, by.count});
  nb::gil_scoped_release released;
  chosen->rollout_slopes(actuators.view(), commands, path, bodies, by, slopes);
}

void bind_rollout(nb::module_ &m) {
  nb::class_<ActuatorsObject>(
      m, "Actuators",
      "Joints and drives; values (6, joints): armature, viscous, dry, shift, Kp, Kd.")
      .def(nb::init<Doubles &, Doubles &, Doubles &, Doubles &, double, bool, bool, bool>(),
           "values"_a, "R"_a, "beta"_a, "limit"_a, "h"_a, "centred"_a, "implicit"_a, "held"_a);
  m.def("rollout", rollout, "tree"_a, "inertia"_a, "actuators"_a, "u"_a, "ud"_a, "ff"_a, "start"_a,
        "Q"_a, "V"_a, "A"_a, "F"_a, "clipped"_a,
        "Steps under commands (steps, joints); the step at which it failed, or -1.");
  m.def("linearise", linearise, "tree"_a, "inertia"_a, "q"_a, "qd"_a, "qdd"_a, "difference"_a,
        "M"_a, "K"_a, "C"_a, "Mass, d tau/dq and d tau/dqd of the bodies, by differences.");
  m.def("rollout_slopes", rollout_slopes, "actuators"_a, "u"_a, "ud"_a, "ff"_a, "Q"_a, "V"_a, "A"_a,
        "F"_a, "clipped"_a, "M"_a, "K"_a, "C"_a, "kind"_a, "joint"_a, "acts"_a, "sees"_a, "rates"_a,
        "turning"_a, "step"_a, "part"_a, "out"_a,
        "out (samples, joints, parameters): dq / dparameter of a rollout.");
}

} // namespace dynid
