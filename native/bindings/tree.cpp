#include "tree.hpp"
#include <cmath>

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
    require(
        kind_[i] == FIXED ? c == -1 : c >= 0 && c < coordinates_ && !used[c],
        "coordinate: expected -1 for fixed joints, and a coordinate of its own for every other.");
    if (c >= 0) used[c] = true;
  }
  for (int64_t i = 0; i < n; i++) find_way(i);
}

/// How node i turns, by the exact structure of its matrices.
void TreeObject::find_way(int64_t i) {
  const int64_t p = parent_[i];
  const double *M = M_.data() + 27 * i, *axis = axis_.data() + 3 * i;
  int64_t along = 0, zeros = 0;
  bool plain = true; // R(0) is the identity
  for (int64_t k = 0; k < 3; k++) {
    if (std::fabs(axis[k]) > std::fabs(axis[along])) along = k;
    zeros += axis[k] == 0.0;
  }
  for (int64_t k = 0; k < 9; k++) plain = plain && M[k] + M[9 + k] == (k % 4 ? 0.0 : 1.0);
  const bool turns = kind_[i] == REVOLUTE, aligned = zeros == 2 && std::fabs(axis[along]) == 1.0;
  along_.push_back(along);
  world_.insert(world_.end(), M, M + 27);
  if (p < 0 || way_[p] == STILL) {
    way_.push_back(turns ? MOUNTED : STILL);
    for (int64_t k = 0; k < 27 && p >= 0; k++) { // world R of the parent, times M
      const double *R = world_.data() + 27 * p + k % 9 / 3 * 3, *column = M + k / 9 * 9 + k % 3;
      world_[27 * i + k] = R[0] * column[0] + R[1] * column[3] + R[2] * column[6];
    }
  } else {
    way_.push_back(!plain || (turns && !aligned) ? GENERAL : turns ? ALIGNED : CARRIED);
  }
}

Motion expect_motion(const Tree &tree, Doubles &q, Doubles &qd, Doubles &qdd) {
  const double *positions = q.expect("q", {ANY, tree.coordinates});
  const int64_t N = q.shape(0);
  return {N, tree.coordinates, positions, qd.expect("qd", {N, tree.coordinates}),
          qdd.expect("qdd", {N, tree.coordinates})};
}

} // namespace dynid
