// Rigid bodies on a tree, W samples at a time: poses, velocities, accelerations, Jacobian columns
// and forces, each in its node's own frame. The one code of all kernels that move bodies.
#pragma once
#include "geometry.hpp"
#include "kernels.hpp"

namespace dynid { namespace DYNID_LEVEL {

struct Pose {
  M3 R; // rotation into the parent's frame
  V3 r; // origin in the parent's frame
};
struct Rates { // of one coordinate
  pack q, qd, qdd;
};
struct State {
  V3 w, a; // angular velocity, angular acceleration
  M3 H;    // [a]x + [w]x[w]x
  V3 d;    // proper acceleration of the origin
};
struct Column { // of the Jacobian: velocities for a coordinate's unit rate
  V3 e, l;      // angular; linear, of the node's origin
};
struct Wrench {
  V3 N, F; // moment about the node's origin, force
};
struct Moments { // of a body about its node's origin
  pack m;
  V3 h; // m c
  M3 S; // second moments 1/2 tr(I) 1 - I, symmetric
};

/// Samples first ... first + count - 1 of the motion of node i's coordinate; zero if it has none.
INLINE Rates load_rates(const Tree &tree, int64_t i, const Motion &motion, int64_t first,
                        int64_t count) {
  const int64_t c = tree.coordinate[i], n = motion.coordinates, at = first * n + c;
  if (c < 0) return Rates{};
  return {gather(motion.q + at, n, count), gather(motion.qd + at, n, count),
          gather(motion.qdd + at, n, count)};
}
INLINE pack load_position(const Tree &tree, int64_t i, const double *q, int64_t first,
                          int64_t count) {
  const int64_t c = tree.coordinate[i], n = tree.coordinates;
  return c < 0 ? pack{} : gather(q + first * n + c, n, count);
}

/// R = M0 + M1 cos q + M2 sin q, of M (27); T: a pack or more
OF_LANES Matrix3<T> compute_rotation(int64_t kind, const double *M, const T &q) {
  Matrix3<T> R{constant<T>(M), constant<T>(M + 3), constant<T>(M + 6)};
  if (kind == REVOLUTE) {
    T s, c;
    sincos(q, s, c);
    R.a = R.a + constant<T>(M + 9) * c + constant<T>(M + 18) * s;
    R.b = R.b + constant<T>(M + 12) * c + constant<T>(M + 21) * s;
    R.c = R.c + constant<T>(M + 15) * c + constant<T>(M + 24) * s;
  }
  return R;
}
/// R(q),   r = r0 + r1 q
INLINE Pose compute_pose(const Tree &tree, int64_t i, pack q) {
  const double *r = tree.r + 6 * i;
  return {compute_rotation(tree.kind[i], tree.M + 27 * i, q), constant(r) + constant(r + 3) * q};
}

/// State of node i from that of its parent p:
///   w = R'wp  [+ e qd  when turning],
///   a = R'ap  [+ e qdd + (R'wp) x e qd  when turning],
///   d = R'(dp + Hp r)  [+ e qdd + 2 (R'wp) x e qd  when sliding]
INLINE State compute_state(const Tree &tree, int64_t i, const Pose &pose, const Rates &rates,
                           const State &p) {
  const V3 e = constant(tree.axis + 3 * i);
  V3 w = transpose_times(pose.R, p.w), a = transpose_times(pose.R, p.a);
  V3 d = transpose_times(pose.R, p.d + p.H * pose.r);
  const V3 c = cross(w, e) * rates.qd;
  if (tree.kind[i] == REVOLUTE) {
    w = w + e * rates.qd;
    a = a + e * rates.qdd + c;
  } else if (tree.kind[i] == PRISMATIC) {
    d = d + e * rates.qdd + 2.0 * c;
  }
  const pack xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const pack xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const M3 H{{-yy - zz, xy - a.z, xz + a.y},
             {xy + a.z, -xx - zz, yz - a.x},
             {xz - a.y, yz + a.x, -xx - yy}};
  return {w, a, H, d};
}

/// The ground does not turn; its proper acceleration is -g.
INLINE State ground_state(const Tree &tree) {
  State ground{};
  ground.d = -1.0 * constant(tree.gravity);
  return ground;
}
/// Index of node i's parent in an array that ends with the ground.
INLINE int64_t parent_place(const Tree &tree, int64_t i) {
  return tree.parent[i] >= 0 ? tree.parent[i] : tree.nodes;
}

/// A column from the parent's frame to the node's:  e <- R'e,   l <- R'(l + e x r)
INLINE Column carry_column(const Pose &pose, const Column &up) {
  return {transpose_times(pose.R, up.e), transpose_times(pose.R, up.l + cross(up.e, pose.r))};
}
/// Adds to what node i's joint moves: to the angular part if it turns, to the linear part if not.
INLINE void add_along_joint(const Tree &tree, int64_t i, Column &column, const V3 &x) {
  if (tree.kind[i] == REVOLUTE) column.e += x;
  else column.l += x;
}
/// axis . N  if node i's joint turns,  axis . F  if not
INLINE pack project_on_joint(const Tree &tree, int64_t i, const Wrench &f) {
  const V3 axis = constant(tree.axis + 3 * i);
  return tree.kind[i] == REVOLUTE ? dot(axis, f.N) : dot(axis, f.F);
}

/// The ten parameters m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz as moments.
INLINE Moments second_moments(pack m, const V3 &h, pack Ixx, pack Ixy, pack Iyy, pack Ixz, pack Iyz,
                              pack Izz) {
  const pack half = 0.5 * (Ixx + Iyy + Izz);
  return {m, h, {{half - Ixx, -Ixy, -Ixz}, {-Ixy, half - Iyy, -Iyz}, {-Ixz, -Iyz, half - Izz}}};
}
INLINE Moments constant_moments(const double *p) {
  return second_moments(all(p[0]), constant(p + 1), all(p[4]), all(p[5]), all(p[6]), all(p[7]),
                        all(p[8]), all(p[9]));
}

/// F = m d + H h,   N = h x d + integral of x x (H x): the vector of the skew part of H S. For
/// H = [a]x + [w]x[w]x the integral equals I a + w x I w.
INLINE Wrench compute_wrench(const Moments &body, const M3 &H, const V3 &d) {
  const M3 &S = body.S; // symmetric: its rows are its columns
  const V3 skew{dot(H.c, S.b) - dot(H.b, S.c), dot(H.a, S.c) - dot(H.c, S.a),
                dot(H.b, S.a) - dot(H.a, S.b)};
  return {cross(body.h, d) + skew, d * body.m + H * body.h};
}
/// The wrench of a node's body about the origin and in the frame of its parent:
///   F <- R F,   N <- R N + r x R F
INLINE Wrench lift_wrench(const Pose &pose, const Wrench &f) {
  const V3 F = pose.R * f.F;
  return {pose.R * f.N + cross(pose.r, F), F};
}
INLINE Wrench &operator+=(Wrench &a, const Wrench &b) {
  a.N += b.N, a.F += b.F;
  return a;
}

}} // namespace dynid::DYNID_LEVEL
