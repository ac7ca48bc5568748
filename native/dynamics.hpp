// What the kernels of the family `dynamics` read.
#pragma once
#include "data.hpp"

namespace dynid {

/// What a node's own joint adds to the Jacobian column of a coordinate.
enum Own : int64_t { NOTHING = 0, AXIS = 1, AXIS_TIMES_GAIN = 2 };

/// Slots: one for each (node, independent coordinate that moves it), in ascending order of the
/// coordinate; node i has slots start[i] ... start[i + 1] - 1.
struct Plan {
  Tree tree;
  int64_t slots, rows;  // rows: number of independent coordinates
  const int64_t *start; // (nodes + 1)
  const int64_t *row;   // (slots) the independent coordinate
  const int64_t *up;    // (slots) the same coordinate's slot at the parent, or -1
  const int64_t *own;   // (slots) Own
  const int64_t *adds;  // (slots) 1: another body of the same group has written these entries
  const int64_t *group; // (nodes) parameter group of the node's body, or -1 (massless)
};

/// Cotangents of a motion and of its gains; `gains` is written where the plan reads gains.
struct MotionBar {
  double *q, *qd, *qdd; // (samples, coordinates)
  MutableCube gains;    // (coordinates, rows, samples)
};

} // namespace dynid
