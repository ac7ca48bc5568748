// The border of the family `closure`.
#include "closure.hpp"

namespace dynid {

/// A closed pose that is carried along a motion, and the constants of its robot.
class BranchObject {
  ClosureObject closure_;
  std::vector<double> home_, q_, X_, J_;
  Branch branch_;

public:
  BranchObject(const ClosureObject &closure, Doubles &home) : closure_(closure) {
    const Closure view = closure_.view();
    const Constraints &con = view.con;
    home_ = home.copy("home", {view.tree.coordinates});
    q_.resize(home_.size());
    X_.resize(size_t(DIFFERENCES * con.solved_count * con.given_count));
    if (is_redundant()) J_.resize(size_t(con.equations * con.solved_count));
    branch_.q = q_.data(), branch_.X = X_.data(), branch_.J = J_.data();
    chosen->restart_branch(view, home_.data(), branch_);
  }
  BranchObject(const BranchObject &) = delete;
  BranchObject &operator=(const BranchObject &) = delete;

  bool is_redundant() const {
    const Closure view = closure_.view();
    return view.con.equations > view.con.solved_count;
  }
  double margin() const { return branch_.margin; }
  void get_pose(OutDoubles &out) const {
    double *q = out.expect("out", {int64_t(q_.size())});
    for (size_t c = 0; c < q_.size(); c++) q[c] = q_[c];
  }
  bool restart(Doubles &pose) {
    const Closure view = closure_.view();
    return chosen->restart_branch(view, pose.expect("pose", {view.tree.coordinates}), branch_);
  }
  void copy(const BranchObject &other) {
    require(closure_.is_like(other.closure_),
            "other: expected a branch of the same robot and the same given coordinates.");
    q_ = other.q_, X_ = other.X_, J_ = other.J_;
    branch_ = other.branch_;
    branch_.q = q_.data(), branch_.X = X_.data(), branch_.J = J_.data();
  }
  int64_t walk(Doubles &q_i) {
    const Closure view = closure_.view();
    const double *positions = q_i.expect("q_i", {ANY, view.con.given_count});
    nb::gil_scoped_release released;
    return chosen->walk_branch(view, home_.data(), q_i.shape(0), positions, branch_);
  }
  int64_t close(Doubles &q_i, Doubles &qd_i, Doubles &qdd_i, OutDoubles &q, OutDoubles &qd,
                OutDoubles &qdd, OutDoubles &G, OutDoubles &G_rate, OutDoubles &margin) {
    const Closure view = closure_.view();
    const int64_t n = view.tree.coordinates, n_i = view.con.given_count;
    const double *positions = q_i.expect("q_i", {ANY, n_i});
    const int64_t N = q_i.shape(0);
    const GivenMotion given{N, positions, qd_i.expect("qd_i", {N, n_i}),
                            qdd_i.expect("qdd_i", {N, n_i})};
    ClosedMotion out{q.expect("q", {N, n}),     qd.expect("qd", {N, n}),
                     qdd.expect("qdd", {N, n}), G.expect_cube("G", n, n_i, N),
                     {nullptr, 0, 0},           margin.expect("margin", {N})};
    if (!G_rate.is_none()) out.G_rate = G_rate.expect_cube("G_rate", n, n_i, N);
    nb::gil_scoped_release released;
    return chosen->close_motion(view, home_.data(), given, out, branch_);
  }
};

static void close_poses(const ClosureObject &closure, OutDoubles &q, OutBools &closes) {
  const Closure view = closure.view();
  double *poses = q.expect("q", {ANY, view.tree.coordinates});
  const int64_t N = q.shape(0);
  bool *ends = closes.expect("closes", {N});
  nb::gil_scoped_release released;
  chosen->close_poses(view, N, poses, ends);
}

static void residual(const ClosureObject &closure, Doubles &q, OutDoubles &phi) {
  const Closure view = closure.view();
  const double *pose = q.expect("q", {view.tree.coordinates});
  double *out = phi.expect("phi", {view.con.equations});
  nb::gil_scoped_release released;
  chosen->loop_residual(view, pose, out);
}

static void look_at_poses(const ClosureObject &closure, Doubles &q, OutDoubles &margin,
                          OutDoubles &side, OutInts &weakest) {
  const Closure view = closure.view();
  const double *poses = q.expect("q", {ANY, view.tree.coordinates});
  const int64_t N = q.shape(0);
  double *margins = margin.expect("margin", {N}), *sides = side.expect("side", {N});
  int64_t *coordinates = weakest.expect("weakest", {N});
  nb::gil_scoped_release released;
  chosen->look_at_poses(view, N, poses, margins, sides, coordinates);
}

static void pull_back(const ClosureObject &closure, Doubles &q, Doubles &qd, Doubles &qdd,
                      Doubles &G, Doubles &q_bar, Doubles &qd_bar, Doubles &qdd_bar, Doubles &G_bar,
                      OutDoubles &q_out, OutDoubles &qd_out, OutDoubles &qdd_out) {
  const Closure view = closure.view();
  const Motion motion = expect_motion(view.tree, q, qd, qdd);
  const int64_t N = motion.samples, n = motion.coordinates, n_i = view.con.given_count;
  const ConstCube gains = G.expect_cube("G", n, n_i, N);
  const MotionCotangents bar{q_bar.expect("q_bar", {N, n}), qd_bar.expect("qd_bar", {N, n}),
                             qdd_bar.expect("qdd_bar", {N, n})};
  ConstCube gains_bar{nullptr, 0, 0};
  if (!G_bar.is_none()) gains_bar = G_bar.expect_cube("G_bar", n, n_i, N);
  const CotangentsOut out{q_out.expect("q_out", {N, n_i}), qd_out.expect("qd_out", {N, n_i}),
                          qdd_out.expect("qdd_out", {N, n_i})};
  nb::gil_scoped_release released;
  chosen->closure_adjoint(view, motion, gains, bar, gains_bar, out);
}

/// node (count), local (count, 3)
static FixedPoints expect_points(const Tree &tree, Ints &node, Doubles &local) {
  const int64_t *nodes = node.expect("node", {ANY});
  for (int64_t k = 0; k < node.size(); k++)
    require(0 <= nodes[k] && nodes[k] <= tree.nodes,
            "node: expected nodes of the tree, or their number for the ground.");
  return {node.size(), nodes, local.expect("local", {node.size(), 3})};
}

static void point_motion(const TreeObject &tree, Ints &node, Doubles &local, Doubles &q,
                         Doubles &qd, Doubles &qdd, OutDoubles &x, OutDoubles &xd,
                         OutDoubles &xdd) {
  const Tree view = tree.view();
  const Motion motion = expect_motion(view, q, qd, qdd);
  const FixedPoints points = expect_points(view, node, local);
  const std::initializer_list<int64_t> shape = {points.count, 3, motion.samples};
  double *places = x.expect("x", shape), *velocities = xd.expect("xd", shape);
  double *accelerations = xdd.expect("xdd", shape);
  nb::gil_scoped_release released;
  chosen->point_motion(view, points, motion, places, velocities, accelerations);
}

static void point_adjoint(const TreeObject &tree, Ints &node, Doubles &local, Doubles &q,
                          Doubles &qd, Doubles &qdd, Doubles &bars, OutDoubles &q_bar,
                          OutDoubles &qd_bar, OutDoubles &qdd_bar) {
  const Tree view = tree.view();
  const Motion motion = expect_motion(view, q, qd, qdd);
  const FixedPoints points = expect_points(view, node, local);
  const int64_t N = motion.samples, n = view.coordinates;
  const double *cotangents = bars.expect("bars", {points.count, 9, N});
  const CotangentsOut out{q_bar.expect("q_bar", {N, n}), qd_bar.expect("qd_bar", {N, n}),
                          qdd_bar.expect("qdd_bar", {N, n})};
  nb::gil_scoped_release released;
  chosen->point_adjoint(view, points, motion, cotangents, out);
}

void bind_closure(nb::module_ &m) {
  nb::class_<ClosureObject>(m, "Closure", "The loops of a robot, its constants checked.")
      .def(nb::init<const TreeObject &, const nb::object &, Doubles &>(), "tree"_a, "constraints"_a,
           "scale"_a)
      .def_prop_ro("equations", [](const ClosureObject &c) { return c.view().con.equations; })
      .def("close_poses", close_poses, "q"_a, "closes"_a,
           "Newton from poses q (samples, coordinates), in place; whether it converged.")
      .def("residual", residual, "q"_a, "phi"_a, "phi (equations) at the pose q.")
      .def("look_at_poses", look_at_poses, "q"_a, "margin"_a, "side"_a, "weakest"_a,
           "Margin, side and weakest coordinate at poses q (samples, coordinates).")
      .def("pull_back", pull_back, "q"_a, "qd"_a, "qdd"_a, "G"_a, "q_bar"_a, "qd_bar"_a,
           "qdd_bar"_a, "G_bar"_a.none(), "q_out"_a, "qd_out"_a, "qdd_out"_a,
           "Cotangents of the given coordinates from those of all, and of G.");
  nb::class_<BranchObject>(m, "Branch", "A closed pose that is carried along a motion.")
      .def(nb::init<const ClosureObject &, Doubles &>(), "closure"_a, "home"_a)
      .def_prop_ro("is_redundant", &BranchObject::is_redundant)
      .def_prop_ro("margin", &BranchObject::margin, "The least of the poses closed last.")
      .def("get_pose", &BranchObject::get_pose, "out"_a)
      .def("restart", &BranchObject::restart, "pose"_a,
           "Continue from another pose; false where its loops stay open.")
      .def("copy", &BranchObject::copy, "other"_a, "Continue from the pose of another one.")
      .def("walk", &BranchObject::walk, "q_i"_a,
           "Move through poses q_i; -1, or the one that could not be reached.")
      .def("close", &BranchObject::close, "q_i"_a, "qd_i"_a, "qdd_i"_a, "q"_a, "qd"_a, "qdd"_a,
           "G"_a, "G_rate"_a.none(), "margin"_a,
           "Close the samples of a motion; -1, or the one that could not be reached.");
  m.def("point_motion", point_motion, "tree"_a, "node"_a, "local"_a, "q"_a, "qd"_a, "qdd"_a, "x"_a,
        "xd"_a, "xdd"_a, "World position, velocity and acceleration (points, 3, samples).");
  m.def("point_adjoint", point_adjoint, "tree"_a, "node"_a, "local"_a, "q"_a, "qd"_a, "qdd"_a,
        "bars"_a, "q_bar"_a, "qd_bar"_a, "qdd_bar"_a,
        "Cotangents of the motion for those of points, bars (points, 9, samples).");
}

} // namespace dynid
