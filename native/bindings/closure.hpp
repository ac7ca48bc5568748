// Constants of a robot with loops as an object of Python: checked once, and it owns its data.
#pragma once
#include "tree.hpp"

namespace dynid {

class ClosureObject {
  TreeObject tree_;
  std::vector<Run> runs_;
  std::vector<Lever> levers_;
  std::vector<double> u_, v_, point_a_, point_b_, polynomial_, scale_;
  std::vector<int64_t> solved_, given_, place_, rows_, row_start_, columns_, column_start_, fill_,
      mixed_, reached_;
  int64_t terms_ = 0;

public:
  /// constraints: attributes as those of `dynid.closed_chains.topology.Constraints`.
  ClosureObject(const TreeObject &tree, const nb::object &constraints, Doubles &scale);
  Closure view() const;
  /// Whether both have the same equations' number, solved and given coordinates.
  bool is_like(const ClosureObject &other) const {
    return solved_ == other.solved_ && given_ == other.given_ && u_.size() == other.u_.size();
  }

private:
  void read_coordinates(const nb::object &from);
  void read_runs(const nb::object &from);
  void read_schedule(const nb::object &from);
};

} // namespace dynid
