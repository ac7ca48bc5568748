// The border of the family `rollout`.
#include "rollout.hpp"

namespace dynid {

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
                           Doubles &Q, Doubles &V, Doubles &A, Doubles &F, Doubles &D, Bools &clipped,
                           Doubles &M, Doubles &K, Doubles &C, Ints &kind, Ints &joint, double acts,
                           double sees, Doubles &rates, Doubles &turning, Ints &step, Doubles &part,
                           OutDoubles &out) {
  const int64_t n = actuators.joints;
  const Commands commands = expect_commands(n, u, ud, ff);
  const int64_t S = commands.steps;
  const ConstPath path{Q.expect("Q", {S + 1, n}), V.expect("V", {S + 1, n}), A.expect("A", {S, n}),
                       F.expect("F", {S, n}), D.expect("D", {S, n, n}), clipped.expect("clipped", {S, n})};
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
  m.def("rollout_slopes", rollout_slopes, "actuators"_a, "u"_a, "ud"_a, "ff"_a, "Q"_a, "V"_a, "A"_a,
        "F"_a, "D"_a, "clipped"_a, "M"_a, "K"_a, "C"_a, "kind"_a, "joint"_a, "acts"_a, "sees"_a, "rates"_a,
        "turning"_a, "step"_a, "part"_a, "out"_a,
        "out (samples, joints, parameters): dq / dparameter of a rollout.");
}

} // namespace dynid
