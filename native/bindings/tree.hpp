// The tree of a robot as an object of Python: checked once, and it owns its data.
#pragma once
#include "arrays.hpp"

namespace dynid {

class TreeObject {
  std::vector<int64_t> parent_, kind_, coordinate_, way_, along_;
  std::vector<double> M_, r_, axis_, gravity_, world_;
  int64_t coordinates_ = 0;
  void find_way(int64_t i);

public:
  TreeObject(Ints &parent, Ints &kind, Ints &coordinate, Doubles &M, Doubles &r, Doubles &axis,
             Doubles &gravity);
  Tree view() const {
    return {int64_t(parent_.size()), coordinates_, parent_.data(), kind_.data(), coordinate_.data(),
            M_.data(),               r_.data(),    axis_.data(),   gravity_.data(),
            way_.data(),             along_.data(), world_.data()};
  }
};

/// q, qd, qdd (samples, coordinates of the tree)
Motion expect_motion(const Tree &tree, Doubles &q, Doubles &qd, Doubles &qdd);

} // namespace dynid
