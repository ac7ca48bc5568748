// The border of the family `dynamics`: checks, then the kernel without the GIL.
#include "tree.hpp"
#include <algorithm>

namespace dynid {

/// The slots that the regressor follows, with the tree that they are slots of.
class PlanObject {
  TreeObject tree_;
  std::vector<int64_t> start_, row_, up_, own_, adds_, group_;

public:
  int64_t rows = 0, groups = 0, written = 0; // written: slots whose entries are not added
  bool needs_gains = false;

  PlanObject(const TreeObject &tree, Ints &start, Ints &row, Ints &up, Ints &own, Ints &adds,
             Ints &group)
      : tree_(tree), row_(row.copy("row", {ANY})) {
    const Tree view = tree_.view();
    const int64_t nodes = view.nodes, slots = int64_t(row_.size());
    start_ = start.copy("start", {nodes + 1}), group_ = group.copy("group", {nodes});
    up_ = up.copy("up", {slots}), own_ = own.copy("own", {slots}),
    adds_ = adds.copy("adds", {slots});
    require_ascending(start_, slots, "start");
    require_range(row_, 0, view.coordinates - 1, "row");
    require_range(own_, NOTHING, AXIS_TIMES_GAIN, "own");
    require_range(adds_, 0, 1, "adds");
    require_range(group_, -1, nodes - 1, "group");
    for (int64_t i = 0; i < nodes; i++) check_node(view, i);
  }
  Plan view() const {
    return {tree_.view(), int64_t(row_.size()), rows,         start_.data(), row_.data(),
            up_.data(),   own_.data(),          adds_.data(), group_.data()};
  }

private:
  void check_node(const Tree &tree, int64_t i) {
    const int64_t p = tree.parent[i];
    groups = std::max(groups, group_[i] + 1);
    for (int64_t s = start_[i]; s < start_[i + 1]; s++) {
      require(s == start_[i] || row_[s - 1] < row_[s], "row: expected ascending rows in a node.");
      require(up_[s] == -1 || (p >= 0 && start_[p] <= up_[s] && up_[s] < start_[p + 1]),
              "up: expected slots of the parent, or -1.");
      require(own_[s] == NOTHING || tree.kind[i] != FIXED,
              "own: expected 0 for a fixed joint, which has no axis.");
      rows = std::max(rows, row_[s] + 1);
      needs_gains = needs_gains || own_[s] == AXIS_TIMES_GAIN;
      written += group_[i] >= 0 && !adds_[s];
    }
  }
};

/// G (coordinates, rows, samples), where the plan reads it.
static ConstCube expect_gains(const PlanObject &plan, Doubles &gains, const char *name,
                              const Motion &motion) {
  if (!plan.needs_gains) return {nullptr, 0, 0};
  return gains.expect_cube(name, motion.coordinates, plan.rows, motion.samples);
}

static void regressor(const PlanObject &plan, Doubles &q, Doubles &qd, Doubles &qdd, Doubles &gains,
                      OutDoubles &out) {
  const Plan view = plan.view();
  const Motion motion = expect_motion(view.tree, q, qd, qdd);
  const ConstCube G = expect_gains(plan, gains, "gains", motion);
  const MutableCube Y = out.expect_cube("out", plan.rows, 10 * plan.groups, motion.samples);
  nb::gil_scoped_release released;
  chosen->regressor(view, motion, G, Y);
}

static void regressor_adjoint(const PlanObject &plan, Doubles &q, Doubles &qd, Doubles &qdd,
                              Doubles &gains, Doubles &Y_bar, OutDoubles &q_bar, OutDoubles &qd_bar,
                              OutDoubles &qdd_bar, OutDoubles &gains_bar) {
  const Plan view = plan.view();
  const Motion motion = expect_motion(view.tree, q, qd, qdd);
  const int64_t N = motion.samples, n = motion.coordinates;
  const ConstCube G = expect_gains(plan, gains, "gains", motion);
  const ConstCube Y = Y_bar.expect_cube("Y_bar", plan.rows, 10 * plan.groups, N);
  MotionBar bar{q_bar.expect("q_bar", {N, n}),
                qd_bar.expect("qd_bar", {N, n}),
                qdd_bar.expect("qdd_bar", {N, n}),
                {nullptr, 0, 0}};
  if (plan.needs_gains) bar.gains = gains_bar.expect_cube("gains_bar", n, plan.rows, N);
  nb::gil_scoped_release released;
  chosen->regressor_adjoint(view, motion, G, Y, bar);
}

static void inverse_dynamics(const TreeObject &tree, Doubles &inertia, Doubles &q, Doubles &qd,
                             Doubles &qdd, OutDoubles &out) {
  const Tree view = tree.view();
  const Motion motion = expect_motion(view, q, qd, qdd);
  const double *bodies = inertia.expect("inertia", {view.nodes, 10});
  double *tau = out.expect("out", {motion.samples, motion.coordinates});
  nb::gil_scoped_release released;
  chosen->inverse_dynamics(view, bodies, motion, tau);
}

static void mass_matrix(const PlanObject &plan, Doubles &inertia, Doubles &q, Doubles &gains,
                        OutDoubles &out) {
  const Plan view = plan.view();
  const double *positions = q.expect("q", {ANY, view.tree.coordinates});
  const Motion motion{q.shape(0), view.tree.coordinates, positions, nullptr, nullptr};
  const double *bodies = inertia.expect("inertia", {view.tree.nodes, 10});
  const ConstCube G = expect_gains(plan, gains, "gains", motion);
  double *M = out.expect("out", {motion.samples, plan.rows, plan.rows});
  nb::gil_scoped_release released;
  chosen->mass_matrix(view, bodies, motion, G, M);
}

static void coriolis(const PlanObject &plan, Doubles &inertia, Doubles &q, Doubles &qd,
                     Doubles &gains, Doubles &gain_rates, OutDoubles &out) {
  const Plan view = plan.view();
  const double *positions = q.expect("q", {ANY, view.tree.coordinates});
  const int64_t N = q.shape(0), n = view.tree.coordinates;
  const Motion motion{N, n, positions, qd.expect("qd", {N, n}), nullptr};
  const double *bodies = inertia.expect("inertia", {view.tree.nodes, 10});
  const ConstCube G = expect_gains(plan, gains, "gains", motion);
  const ConstCube rates = expect_gains(plan, gain_rates, "gain_rates", motion);
  double *C = out.expect("out", {N, plan.rows, plan.rows});
  nb::gil_scoped_release released;
  chosen->coriolis(view, bodies, motion, G, rates, C);
}

static void sincos(Doubles &q, OutDoubles &sine, OutDoubles &cosine) {
  const double *angles = q.expect("q", {ANY});
  double *s = sine.expect("sine", {q.size()}), *c = cosine.expect("cosine", {q.size()});
  nb::gil_scoped_release released;
  chosen->sincos_of(angles, q.size(), s, c);
}

void bind_dynamics(nb::module_ &m) {
  nb::class_<TreeObject>(m, "Tree", "A tree of bodies: constants of a robot, checked.")
      .def(nb::init<Ints &, Ints &, Ints &, Doubles &, Doubles &, Doubles &, Doubles &>(),
           "parent"_a, "kind"_a, "coordinate"_a, "M"_a, "r"_a, "axis"_a, "gravity"_a);
  nb::class_<PlanObject>(m, "Plan", "Which independent coordinate moves which body of a tree.")
      .def(nb::init<const TreeObject &, Ints &, Ints &, Ints &, Ints &, Ints &, Ints &>(), "tree"_a,
           "start"_a, "row"_a, "up"_a, "own"_a, "adds"_a, "group"_a)
      .def_ro("written", &PlanObject::written, "Slots that write their entries of the regressor.");
  m.def("regressor", regressor, "plan"_a, "q"_a, "qd"_a, "qdd"_a, "gains"_a.none(), "out"_a,
        "out[j, p, s]: regressor of the bodies; gains are read if the plan has joints of loops.");
  m.def("regressor_adjoint", regressor_adjoint, "plan"_a, "q"_a, "qd"_a, "qdd"_a, "gains"_a.none(),
        "Y_bar"_a, "q_bar"_a, "qd_bar"_a, "qdd_bar"_a, "gains_bar"_a,
        "Cotangents of the motion and of the gains, for those of the regressor.");
  m.def("inverse_dynamics", inverse_dynamics, "tree"_a, "inertia"_a, "q"_a, "qd"_a, "qdd"_a,
        "out"_a, "out (samples, coordinates): generalised forces of all joints.");
  m.def("mass_matrix", mass_matrix, "plan"_a, "inertia"_a, "q"_a, "gains"_a.none(), "out"_a,
        "out (samples, rows, rows)");
  m.def("coriolis", coriolis, "plan"_a, "inertia"_a, "q"_a, "qd"_a, "gains"_a.none(),
        "gain_rates"_a.none(), "out"_a, "out (samples, rows, rows): C with Mdot - 2C skew.");
  m.def("sincos", sincos, "q"_a, "sine"_a, "cosine"_a, "The sine and cosine of all kernels.");
}

} // namespace dynid
