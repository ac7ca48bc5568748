#include "tree.hpp"

namespace dynid {

TreeObject::TreeObject(Ints &parent, Ints &kind, Ints &coordinate, Doubles &M, Doubles &r,
                       Doubles &axis, Doubles &gravity)
    : parent_(parent.copy("parent", {ANY})) {
  const int64_t n = int64_t(parent_.size());
  kind_ = kind.copy("kind", {n}), coordinate_ = coordinate.copy("coordinate", {n});
  M_ = M.copy("M", {n, 27}), r_ = r.copy("r", {n, 6});
  axis_ = axis.copy("axis", {n, 3}), gravity_ = gravity.copy("gravity", {3});
  require_range(kind_, FIXED, PRISMATIC, "kind");
  for (int64_t i = 0; i < n; i++) {
    require(-1 <= parent_[i] && parent_[i] < i,
            "parent: expected every node's parent before the node, or -1.");
    coordinates_ += kind_[i] != FIXED;
  }
  std::vector<bool> used(static_cast<size_t>(coordinates_));
  for (int64_t i = 0; i < n; i++) {
    const int64_t c = coordinate_[i];
    require(kind_[i] == FIXED ? c == -1 : c >= 0 && c < coordinates_ && !used[c],
            "coordinate: expected -1 for fixed joints, and a coordinate of its own for every other.");
    if (c >= 0) used[c] = true;
  }
}

Motion expect_motion(const Tree &tree, Doubles &q, Doubles &qd, Doubles &qdd) {
  const double *positions = q.expect("q", {ANY, tree.coordinates});
  const int64_t N = q.shape(0);
  return {N, tree.coordinates, positions, qd.expect("qd", {N, tree.coordinates}),
          qdd.expect("qdd", {N, tree.coordinates})};
}

} // namespace dynid
