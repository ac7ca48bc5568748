// Nodes of a tree in world axes: places, velocities, accelerations. T: a pack or more (lanes.hpp).
#pragma once
#include "tree.hpp"

namespace dynid { namespace DYNID_LEVEL {

template <class T> struct Frame {
  Matrix3<T> R;    // rotation
  Vector3<T> o, s; // origin, joint axis
};
template <class T> struct Pace {
  Vector3<T> w, v, a, d; // angular velocity, velocity of the origin, and their rates
};
/// A vector and its first and second rate.
template <class T> struct Jet {
  Vector3<T> x, x1, x2;
};

/// R x  of three plain numbers
OF_LANES Vector3<T> turn(const Matrix3<T> &R, const double *x) { return R * constant<T>(x); }
/// Place of a point that is fixed in a node.
OF_LANES Vector3<T> locate(const Frame<T> &frame, const double *x) {
  return frame.o + turn(frame.R, x);
}

/// One row of R, turned about axis X of its own:  y <- y cos q + z sin q,  z <- z cos q - y sin q,
/// x, y, z in cyclic order.
OF_LANES Vector3<T> turn_row(int64_t axis, const Vector3<T> &r, const T &s, const T &c) {
  if (axis == 0) return {r.x, r.y * c + r.z * s, r.z * c - r.y * s};
  if (axis == 1) return {r.x * c - r.z * s, r.y, r.z * c + r.x * s};
  return {r.x * c + r.y * s, r.y * c - r.x * s, r.z};
}
OF_LANES Vector3<T> get_column(int64_t axis, const Matrix3<T> &R) {
  if (axis == 0) return {R.a.x, R.b.x, R.c.x};
  if (axis == 1) return {R.a.y, R.b.y, R.c.y};
  return {R.a.z, R.b.z, R.c.z};
}
template <int AXIS, class T>
INLINE void turn_about(double sign, const T &q, const Frame<T> &p, Frame<T> &frame) {
  T s, c;
  sincos(q, s, c);
  s = sign * s;
  frame.R = {turn_row(AXIS, p.R.a, s, c), turn_row(AXIS, p.R.b, s, c), turn_row(AXIS, p.R.c, s, c)};
  frame.s = sign * get_column(AXIS, p.R);
}

/// Frame of node i from that of its parent p; what never changes (`still_frames`) stands there.
///   R = Rp R(q),   o = op + Rp r(q),   s = R axis
OF_LANES void place_frame(const Tree &tree, int64_t i, const T &q, const Frame<T> &p,
                          Frame<T> &frame) {
  const double *axis = tree.axis + 3 * i, *r = tree.r + 6 * i;
  const int64_t along = tree.along[i];
  Vector3<T> offset = constant<T>(r);
  if (tree.kind[i] == PRISMATIC) offset += constant<T>(r + 3) * q;
  frame.o = p.o + p.R * offset;
  switch (tree.way[i]) {
  case STILL:
    break;
  case MOUNTED:
    frame.R = compute_rotation(REVOLUTE, tree.world + 27 * i, q);
    break;
  case ALIGNED:
    if (along == 0) turn_about<0>(axis[0], q, p, frame);
    if (along == 1) turn_about<1>(axis[1], q, p, frame);
    if (along == 2) turn_about<2>(axis[2], q, p, frame);
    break;
  case CARRIED:
    frame.R = p.R;
    frame.s = turn(p.R, axis);
    break;
  default:
    frame.R = p.R * compute_rotation(tree.kind[i], tree.M + 27 * i, q);
    frame.s = turn(frame.R, axis);
  }
}
template <class T> void place_frames(const Tree &tree, const T *q, Frame<T> *frames) {
  for (int64_t i = 0; i < tree.nodes; i++)
    place_frame(tree, i, q[tree.coordinate[i] >= 0 ? tree.coordinate[i] : 0],
                frames[parent_place(tree, i)], frames[i]);
}
/// Writes to zeroed frames (nodes + 1) what never changes: the ground's, and rotations and axes of
/// nodes whose parents never turn.
template <class T> void still_frames(const Tree &tree, Frame<T> *frames) {
  Frame<T> &ground = frames[tree.nodes];
  ground.R.a.x = ground.R.b.y = ground.R.c.z = all<T>(1.0);
  for (int64_t i = 0; i < tree.nodes; i++) {
    if (tree.way[i] != STILL && tree.way[i] != MOUNTED) continue;
    frames[i].R = compute_rotation(tree.kind[i], tree.world + 27 * i, T{});
    frames[i].s = turn(frames[i].R, tree.axis + 3 * i);
  }
}

/// With r = o - op:
///   turning   w = wp + s qd,   v = vp + wp x r,          a = ap + s qdd + wp x s qd,
///             d = dp + ap x r + wp x (wp x r)
///   sliding   w = wp,          v = vp + wp x r + s qd,   a = ap,
///             d = dp + ap x r + wp x (wp x r) + s qdd + 2 wp x s qd
OF_LANES Pace<T> compute_pace(int64_t kind, const Frame<T> &p, const Frame<T> &frame,
                              const Pace<T> &up, const T &qd, const T *qdd) {
  const Vector3<T> r = frame.o - p.o, swing = cross(up.w, r);
  Pace<T> pace{up.w, up.v + swing, up.a, up.d + cross(up.a, r) + cross(up.w, swing)};
  if (kind == FIXED) return pace;
  const Vector3<T> rate = frame.s * qd;
  Vector3<T> bias = cross(up.w, rate);
  if (kind == PRISMATIC) bias += bias;
  if (qdd) bias += frame.s * *qdd;
  if (kind == REVOLUTE) pace.w += rate, pace.a += bias;
  else pace.v += rate, pace.d += bias;
  return pace;
}
/// Of all nodes, the ground's (zero) last; qdd null: zero.
template <class T>
void compute_paces(const Tree &tree, const Frame<T> *frames, const T *qd, const T *qdd,
                   Pace<T> *paces) {
  for (int64_t i = 0; i < tree.nodes; i++) {
    const int64_t p = parent_place(tree, i), c = tree.coordinate[i] >= 0 ? tree.coordinate[i] : 0;
    if (tree.way[i] == STILL && !qdd) { // it turns nowhere: the rest is zero for good
      paces[i].v = paces[p].v;
      if (tree.kind[i] == PRISMATIC) paces[i].v += frames[i].s * qd[c];
    } else {
      paces[i] = compute_pace(tree.kind[i], frames[p], frames[i], paces[p], qd[c],
                              qdd ? qdd + c : nullptr);
    }
  }
}

/// Of a vector x that is fixed in a node:  x' = w x x,   x'' = a x x + w x x'
OF_LANES Jet<T> turn_jet(const Pace<T> &pace, const Vector3<T> &x) {
  const Vector3<T> x1 = cross(pace.w, x);
  return {x, x1, cross(pace.a, x) + cross(pace.w, x1)};
}
OF_LANES Jet<T> locate_jet(const Frame<T> &frame, const Pace<T> &pace, const double *x) {
  const Jet<T> arm = turn_jet(pace, turn(frame.R, x));
  return {frame.o + arm.x, pace.v + arm.x1, pace.d + arm.x2};
}

}} // namespace dynid::DYNID_LEVEL
