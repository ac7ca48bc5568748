// The border of the family `signals`.
#include "arrays.hpp"

namespace dynid {

static void filter_both_ways(Doubles &sections, Doubles &rest, OutDoubles &x) {
  const double *coefficients = sections.expect("sections", {ANY, 5});
  const int64_t count = sections.shape(0);
  const Sections filter{count, coefficients, rest.expect("rest", {count, 2})};
  double *rows = x.expect("x", {ANY, ANY});
  nb::gil_scoped_release released;
  chosen->filter_both_ways(filter, x.shape(0), x.shape(1), rows);
}

static void memory(Doubles &q, Bools &starts, double length, OutDoubles &out) {
  const double *positions = q.expect("q", {ANY});
  const bool *begins = starts.is_none() ? nullptr : starts.expect("starts", {q.size()});
  double *z = out.expect("out", {q.size()});
  nb::gil_scoped_release released;
  chosen->memory(q.size(), positions, begins, length, z);
}

static void memory_adjoint(Doubles &q, Doubles &z, double length, Doubles &z_bar,
                           OutDoubles &q_bar) {
  const double *positions = q.expect("q", {ANY}), *levels = z.expect("z", {q.size()});
  const double *cotangent = z_bar.expect("z_bar", {q.size()});
  double *out = q_bar.expect("q_bar", {q.size()});
  nb::gil_scoped_release released;
  chosen->memory_adjoint(q.size(), positions, levels, length, cotangent, out);
}

static void add_embedded(Doubles &A, Ints &to, double factor, OutDoubles &G) {
  const int64_t *places = to.expect("to", {ANY}), n = to.size();
  double *sums = G.expect("G", {ANY, ANY, ANY});
  const int64_t blocks = G.shape(0), size = G.shape(1);
  require(G.shape(2) == size, "G: expected square matrices.");
  const double *products = A.expect("A", {blocks, n, n});
  for (int64_t i = 0; i < n; i++)
    require(0 <= places[i] && places[i] < size, "to: expected columns of G.");
  nb::gil_scoped_release released;
  chosen->add_embedded(blocks, n, size, products, places, factor, sums);
}

static void quadratic_forms(Doubles &A, Ints &at, Doubles &x, OutDoubles &out) {
  const double *vectors = x.expect("x", {ANY, ANY});
  const int64_t fits = x.shape(0), n = x.shape(1);
  const double *matrices = A.expect("A", {ANY, n, n});
  const int64_t *blocks = at.expect("at", {fits});
  for (int64_t f = 0; f < fits; f++)
    require(0 <= blocks[f] && blocks[f] < A.shape(0), "at: expected blocks of A.");
  double *forms = out.expect("out", {fits});
  nb::gil_scoped_release released;
  chosen->quadratic_forms(fits, n, matrices, blocks, vectors, forms);
}

static void sum_errors(Doubles &W, Doubles &y, Doubles &theta, double threshold, OutDoubles &out) {
  const double *regressor = W.expect("W", {ANY, ANY});
  const int64_t rows = W.shape(0), k = W.shape(1);
  const double *values = theta.expect("theta", {k, ANY}), *torques = y.expect("y", {rows});
  double *sums = out.expect("out", {theta.shape(1)});
  nb::gil_scoped_release released;
  chosen->sum_errors(rows, k, theta.shape(1), regressor, torques, values, threshold, sums);
}

void bind_signals(nb::module_ &m) {
  m.def("filter_both_ways", filter_both_ways, "sections"_a, "rest"_a, "x"_a,
        "Filter the rows of x (samples, columns) in place by sections (count, 5), then"
        " backwards.");
  m.def("memory", memory, "q"_a, "starts"_a.none(), "length"_a, "out"_a,
        "out: the memory of friction along q, 0 where a stretch begins.");
  m.def("memory_adjoint", memory_adjoint, "q"_a, "z"_a, "length"_a, "z_bar"_a, "q_bar"_a,
        "q_bar += the cotangent of q, for that of its memory z.");
  m.def("add_embedded", add_embedded, "A"_a, "to"_a, "factor"_a, "G"_a,
        "G[b, to_i, to_k] += factor A[b, i, k]");
  m.def("quadratic_forms", quadratic_forms, "A"_a, "at"_a, "x"_a, "out"_a,
        "out_f = x_f' A_b x_f of symmetric A, b = at_f");
  m.def("sum_errors", sum_errors, "W"_a, "y"_a, "theta"_a, "threshold"_a, "out"_a,
        "out[p] += sum of |y - W theta[:, p]|, or of Huber's function of it.");
}

} // namespace dynid
