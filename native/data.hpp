// Plain data that several families of kernels read. No functions: machine code in a header that
// several levels include could be merged by the linker. The bindings have checked every index.
#pragma once
#include <cstdint>

namespace dynid {

enum Kind : int64_t { FIXED = 0, REVOLUTE = 1, PRISMATIC = 2 };

/// How a node's rotation follows from its parent's: it never changes, it turns on a parent that
/// never turns, it turns about an axis of the parent's own frame, it is the parent's, or none of
/// these.
enum Way : int64_t { STILL = 0, MOUNTED = 1, ALIGNED = 2, CARRIED = 3, GENERAL = 4 };

/// The tree of bodies; every parent comes before its children. Pose of node i in its parent:
///   R(q) = M0 + M1 cos q + M2 sin q,   r(q) = r0 + r1 q.
struct Tree {
  int64_t nodes, coordinates;
  const int64_t *parent;     // (nodes) -1: ground
  const int64_t *kind;       // (nodes) Kind
  const int64_t *coordinate; // (nodes) -1: fixed
  const double *M;           // (nodes, 27) M0, M1, M2, each row by row
  const double *r;           // (nodes, 6) r0, r1
  const double *axis;        // (nodes, 3) in the node's own frame
  const double *gravity;     // (3)
  // for places in world axes (frames.hpp)
  const int64_t *way = nullptr, *along = nullptr; // (nodes) Way; largest component of the axis
  const double *world = nullptr; // (nodes, 27) M in world axes, where the parent never turns
};

/// Samples of a motion, (samples, coordinates) each.
struct Motion {
  int64_t samples, coordinates;
  const double *q, *qd, *qdd;
};

/// [i, j, sample], the samples contiguous.
template <class T> struct Cube {
  T *data;
  int64_t stride_i, stride_j;
};
using ConstCube = Cube<const double>;
using MutableCube = Cube<double>;

} // namespace dynid
