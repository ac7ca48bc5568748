// Jacobian columns of the independent coordinates, in the slots of a plan.
#pragma once
#include "tree.hpp"

namespace dynid { namespace DYNID_LEVEL {

/// gains[coordinate of node i, row of the slot], samples first ... first + count - 1
INLINE pack load_gain(const Plan &plan, int64_t i, int64_t slot, const ConstCube &gains,
                      int64_t first, int64_t count) {
  const int64_t at = plan.tree.coordinate[i] * gains.stride_i + plan.row[slot] * gains.stride_j;
  return gather(gains.data + at + first, 1, count);
}

/// The parent's column carried to node i, plus the node's joint axis, times 1 or G = dq_c/dq_row.
INLINE Column compute_column(const Plan &plan, int64_t i, int64_t slot, const Pose &pose,
                             const Scratch<Column> &columns, const ConstCube &gains, int64_t first,
                             int64_t count) {
  Column column{};
  if (plan.up[slot] >= 0) column = carry_column(pose, columns[plan.up[slot]]);
  if (plan.own[slot] == NOTHING) return column;
  V3 axis = constant(plan.tree.axis + 3 * i);
  if (plan.own[slot] == AXIS_TIMES_GAIN)
    axis = axis * load_gain(plan, i, slot, gains, first, count);
  add_along_joint(plan.tree, i, column, axis);
  return column;
}

}} // namespace dynid::DYNID_LEVEL
