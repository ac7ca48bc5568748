#include "closure.hpp"

namespace dynid {

/// A copy of an attribute.
template <class Values>
static auto read(const nb::object &from, const char *name, std::initializer_list<int64_t> shape) {
  Values values;
  const nb::object attribute = nb::getattr(from, name, nb::none()); // None is refused by its name
  values.take(attribute);
  return values.copy(name, shape);
}

ClosureObject::ClosureObject(const TreeObject &tree, const nb::object &constraints, Doubles &scale)
    : tree_(tree) {
  read_coordinates(constraints);
  read_runs(constraints);
  read_schedule(constraints);
  scale_ = scale.copy("scale", {int64_t(solved_.size())});
}

void ClosureObject::read_coordinates(const nb::object &from) {
  const int64_t n = tree_.view().coordinates;
  solved_ = read<Ints>(from, "solved", {ANY}), given_ = read<Ints>(from, "given", {ANY});
  require_range(solved_, 0, n - 1, "solved");
  require_range(given_, 0, n - 1, "given");
  place_.assign(size_t(n), -1);
  int64_t column = 0;
  for (const auto *part : {&solved_, &given_})
    for (int64_t c : *part) {
      require(place_[c] == -1, "solved, given: expected every coordinate once.");
      place_[c] = column++;
    }
  require(column == n, "solved, given: expected every coordinate once.");
}

void ClosureObject::read_runs(const nb::object &from) {
  const Tree tree = tree_.view();
  const auto kind = read<Ints>(from, "kind", {ANY});
  const int64_t m = int64_t(kind.size());
  const auto a = read<Ints>(from, "node_a", {m}), b = read<Ints>(from, "node_b", {m});
  const auto last = read<Ints>(from, "last", {m});
  const auto path_a = read<Ints>(from, "path_a", {m, tree.nodes + 1});
  const auto path_b = read<Ints>(from, "path_b", {m, tree.nodes + 1});
  u_ = read<Doubles>(from, "u", {m, 3}), v_ = read<Doubles>(from, "v", {m, 3});
  point_a_ = read<Doubles>(from, "point_a", {m, 3});
  point_b_ = read<Doubles>(from, "point_b", {m, 3});
  polynomial_ = read<Doubles>(from, "polynomial", {m, ANY});
  terms_ = m > 0 ? int64_t(polynomial_.size()) / m : 1;
  require(terms_ > 0, "polynomial: expected at least one coefficient for each row.");
  require_range(kind, TRANSLATION, COUPLING, "kind");
  for (int64_t i = 0; i < m; i = last[i]) {
    const bool coupled = kind[i] == COUPLING;
    require(i < last[i] && last[i] <= m, "last: expected the end of each run of rows.");
    require(!coupled || last[i] == i + 1, "last: expected one row for each coupling.");
    const int64_t most = coupled ? tree.coordinates - 1 : tree.nodes;
    require_range({a[i], b[i]}, 0, most, "node_a, node_b");
    require(!coupled || a[i] != b[i], "node_a, node_b: expected a coupling of two coordinates.");
    Run run{kind[i], a[i], b[i], i, last[i], int64_t(levers_.size()), 0};
    for (int side = 0; side < 2 && !coupled; side++) {
      const int64_t *path = (side ? path_a : path_b).data() + i * (tree.nodes + 1);
      for (int64_t k = 0; k < tree.nodes && path[k] >= 0; k++) {
        require(path[k] < tree.nodes && tree.kind[path[k]] != FIXED,
                "path_a, path_b: expected nodes with joints that move.");
        const int64_t c = tree.coordinate[path[k]];
        levers_.push_back({path[k], c, place_[c], side ? -1.0 : 1.0});
      }
    }
    run.levers_end = int64_t(levers_.size());
    runs_.push_back(run);
  }
}

void ClosureObject::read_schedule(const nb::object &from) {
  const int64_t n = int64_t(place_.size()), n_d = int64_t(solved_.size());
  const int64_t n_i = int64_t(given_.size()), m = int64_t(u_.size()) / 3;
  rows_ = read<Ints>(from, "rows", {ANY}), columns_ = read<Ints>(from, "columns", {ANY});
  row_start_ = read<Ints>(from, "row_start", {n_d + 1});
  column_start_ = read<Ints>(from, "column_start", {n_d + 1});
  mixed_ = read<Ints>(from, "mixed", {n_d, 1 + n_i});
  reached_ = read<Ints>(from, "reached", {n_d, 1 + n_i});
  const auto fill_row = read<Ints>(from, "fill_row", {ANY});
  const auto fill_column = read<Ints>(from, "fill_column", {int64_t(fill_row.size())});
  require_ascending(row_start_, int64_t(rows_.size()), "row_start");
  require_ascending(column_start_, int64_t(columns_.size()), "column_start");
  require_range(rows_, 0, m - 1, "rows");
  require_range(columns_, 0, n_d - 1, "columns");
  require_range(fill_row, 0, m - 1, "fill_row");
  require_range(fill_column, 0, n - 1, "fill_column");
  for (int64_t k = 0; k < n_d; k++)
    require(row_start_[k] < row_start_[k + 1], "row_start: expected a row for each step.");
  for (size_t e = 0; e < fill_row.size(); e++) fill_.push_back(fill_row[e] * n + fill_column[e]);
}

Closure ClosureObject::view() const {
  const Constraints con{int64_t(u_.size()) / 3,
                        int64_t(solved_.size()),
                        int64_t(given_.size()),
                        terms_,
                        int64_t(runs_.size()),
                        int64_t(fill_.size()),
                        runs_.data(),
                        levers_.data(),
                        u_.data(),
                        v_.data(),
                        point_a_.data(),
                        point_b_.data(),
                        polynomial_.data(),
                        solved_.data(),
                        given_.data(),
                        place_.data(),
                        rows_.data(),
                        row_start_.data(),
                        columns_.data(),
                        column_start_.data(),
                        fill_.data(),
                        mixed_.data(),
                        reached_.data()};
  return {tree_.view(), con, scale_.data()};
}

} // namespace dynid
