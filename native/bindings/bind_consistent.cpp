// The border of the family `consistent`.
#include "arrays.hpp"
#include <nanobind/stl/pair.h>
#include <utility>

namespace dynid {

class ConeObject {
  std::vector<double> basis_, G_;
  std::vector<int64_t> columns_;

public:
  int64_t bodies, bounds, n;

  ConeObject(Doubles &basis, Ints &columns, Doubles &G)
      : basis_(basis.copy("basis", {10, 4, 4})), G_(G.copy("G", {ANY, ANY})),
        columns_(columns.copy("columns", {ANY, 10})), bodies(columns.shape(0)), bounds(G.shape(0)),
        n(G.shape(1)) {
    require_range(columns_, 0, n, "columns");
  }
  Cone view() const { return {bodies, bounds, n, basis_.data(), columns_.data(), G_.data()}; }
};

/// Two numbers of a kernel.
using Report = std::pair<double, double>;

static void pull_back_multipliers(const ConeObject &cone, Doubles &R_inv, Doubles &lambda,
                                  Doubles &z, OutDoubles &Z, OutDoubles &pull) {
  const double *inverses = R_inv.expect("R_inv", {cone.bodies, 4, 4});
  const double *values = lambda.expect("lam", {cone.bodies, 4});
  const double *multipliers = z.expect("z", {cone.bounds});
  double *matrices = Z.expect("Z", {cone.bodies, 4, 4}), *out = pull.expect("pull", {cone.n + 1});
  nb::gil_scoped_release released;
  chosen->pull_back_multipliers(cone.view(), inverses, values, multipliers, matrices, out);
}

static Report barrier_state(const ConeObject &cone, Doubles &R, Doubles &u, Doubles &v,
                            Doubles &R_inv, Doubles &lambda, Doubles &s, Doubles &z, OutDoubles &e,
                            OutDoubles &Z) {
  const int64_t n = cone.n;
  const double *triangle = R.expect("R", {n, n}), *free = u.expect("u", {n});
  const double *point = v.expect("v", {n});
  const Scaling scaling{R_inv.expect("R_inv", {cone.bodies, 4, 4}),
                        lambda.expect("lam", {cone.bodies, 4}), s.expect("s", {cone.bounds}),
                        z.expect("z", {cone.bounds})};
  double *residual = e.expect("e", {n}), *multipliers = Z.expect("Z", {cone.bodies, 4, 4});
  double report[2];
  {
    nb::gil_scoped_release released;
    chosen->barrier_state(cone.view(), triangle, free, point, scaling, residual, multipliers,
                          report);
  }
  return {report[0], report[1]};
}

static void scale_rows(const ConeObject &cone, Doubles &R_inv, Doubles &w, Doubles &gram,
                       OutDoubles &F, OutDoubles &H, OutDoubles &scale) {
  const int64_t n = cone.n;
  const double *inverses = R_inv.expect("R_inv", {cone.bodies, 4, 4});
  const double *weights = w.expect("w", {cone.bounds}), *products = gram.expect("gram", {n, n});
  double *rows = F.expect("F", {10 * cone.bodies + cone.bounds, n}),
         *normal = H.expect("H", {n, n});
  double *sizes = scale.expect("scale", {n});
  nb::gil_scoped_release released;
  chosen->scale_rows(cone.view(), inverses, weights, products, rows, normal, sizes);
}

static Report barrier_step(const ConeObject &cone, Doubles &A, Doubles &F, Doubles &c,
                           Doubles &scale, Doubles &e, Doubles &lambda, Doubles &s, Doubles &z,
                           double gap, OutDoubles &d, OutDoubles &dS, OutDoubles &dZ,
                           OutDoubles &ds, OutDoubles &dz) {
  const int64_t n = cone.n, b = cone.bodies, m = cone.bounds;
  const StepRows rows{A.expect("A", {n, n}), F.expect("F", {10 * b + m, n}), c.expect("c", {n, n}),
                      scale.expect("scale", {n}), e.expect("e", {n})};
  const Scaling scaling{nullptr, lambda.expect("lam", {b, 4}), s.expect("s", {m}),
                        z.expect("z", {m})};
  const StepChange change{d.expect("d", {n}), dS.expect("dS", {b, 4, 4}),
                          dZ.expect("dZ", {b, 4, 4}), ds.expect("ds", {m}), dz.expect("dz", {m})};
  double report[2];
  {
    nb::gil_scoped_release released;
    chosen->barrier_step(cone.view(), rows, scaling, gap, change, report);
  }
  return {report[0], report[1]};
}

static void move_scaling(Doubles &R_inv, Doubles &lambda, Doubles &dS, Doubles &dZ, double a,
                         OutDoubles &new_R_inv, OutDoubles &new_lambda) {
  const double *inverses = R_inv.expect("R_inv", {ANY, 4, 4});
  const int64_t b = R_inv.shape(0);
  const double *values = lambda.expect("lam", {b, 4});
  const double *slacks = dS.expect("dS", {b, 4, 4}), *multipliers = dZ.expect("dZ", {b, 4, 4});
  double *out = new_R_inv.expect("new_R_inv", {b, 4, 4});
  double *out_values = new_lambda.expect("new_lam", {b, 4});
  nb::gil_scoped_release released;
  chosen->move_scaling(b, inverses, values, slacks, multipliers, a, out, out_values);
}

static void cholesky4(Doubles &A, OutDoubles &L) {
  const double *from = A.expect("A", {4, 4});
  chosen->cholesky4(from, L.expect("L", {4, 4}));
}
static void orthogonalise4(OutDoubles &W) { chosen->orthogonalise4(W.expect("W", {4, 4})); }
static double least_eigenvalue4(Doubles &X) {
  return chosen->least_eigenvalue4(X.expect("X", {4, 4}));
}

void bind_consistent(nb::module_ &m) {
  nb::class_<ConeObject>(m, "Cone", "The cone of physically consistent parameters, checked.")
      .def(nb::init<Doubles &, Ints &, Doubles &>(), "basis"_a, "columns"_a, "G"_a);
  m.def("pull_back_multipliers", pull_back_multipliers, "cone"_a, "R_inv"_a, "lam"_a, "z"_a, "Z"_a,
        "pull"_a, "Z = R^-T Lambda R^-1 of every body; pull (n + 1): sum <E_k, Z> + G'z.");
  m.def("barrier_state", barrier_state, "cone"_a, "R"_a, "u"_a, "v"_a, "R_inv"_a, "lam"_a, "s"_a,
        "z"_a, "e"_a, "Z"_a, "e = R (u - v), Z of every body; returns gap and lack.");
  m.def("scale_rows", scale_rows, "cone"_a, "R_inv"_a, "w"_a, "gram"_a, "F"_a, "H"_a, "scale"_a,
        "F: svec(R^-1 E R^-T), then G / w; H = gram + F'F, scaled to a diagonal of ones.");
  m.def("barrier_step", barrier_step, "cone"_a, "A"_a, "F"_a, "c"_a, "scale"_a, "e"_a, "lam"_a,
        "s"_a, "z"_a, "gap"_a, "d"_a, "dS"_a, "dZ"_a, "ds"_a, "dz"_a,
        "Predictor and corrector; returns the step's length and what refinement changed.");
  m.def("move_scaling", move_scaling, "R_inv"_a, "lam"_a, "dS"_a, "dZ"_a, "a"_a, "new_R_inv"_a,
        "new_lam"_a, "R^-1 and Lambda after a step of length a.");
  m.def("cholesky4", cholesky4, "A"_a, "L"_a, "L L' = A; nan where A is not positive definite.");
  m.def("orthogonalise4", orthogonalise4, "W"_a,
        "Rotate the columns of W until they are orthogonal.");
  m.def("least_eigenvalue4", least_eigenvalue4, "X"_a, "Least eigenvalue of a symmetric matrix.");
}

} // namespace dynid
