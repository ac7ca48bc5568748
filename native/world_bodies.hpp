// Mass matrix and forces of a tree, in world axes and about their origin: so what a joint carries
// is a plain sum over bodies of mass m, first moments H = sum m x, second moments B = sum m x x'
// and forces. A joint's unit rate turns by w and moves the origin by v; what it carries then has
// the momenta
//   F = m v + w x H,     N = H x v + tr(B) w - B w       and      M_c = w . N + v . F
// with w and v of a joint before it, or of itself.
#pragma once
#include "frames.hpp"

namespace dynid { namespace DYNID_LEVEL {

template <class T> struct WorldBody {
  double m;
  Vector3<T> H;
  Matrix3<T> B;
  Vector3<T> N, F; // of its motion and gravity
};
template <class T> struct Twist {
  Vector3<T> w, v;
};
template <class T> INLINE T operator*(const Twist<T> &a, const Twist<T> &b) {
  return dot(a.w, b.w) + dot(a.v, b.v);
}

/// R S R' + o h' + h o' + m o o'  with  S = 1/2 tr(I) 1 - I,  h <- R h
OF_LANES WorldBody<T> place_body(const double *p, const Frame<T> &frame) {
  const double half = 0.5 * (p[4] + p[6] + p[9]);
  const double S[9] = {half - p[4], -p[5], -p[7], -p[5],      half - p[6],
                       -p[8],       -p[7], -p[8], half - p[9]};
  const Matrix3<T> RS =
      frame.R * Matrix3<T>{constant<T>(S), constant<T>(S + 3), constant<T>(S + 6)};
  const Vector3<T> h = turn(frame.R, p + 1), H = h + p[0] * frame.o;
  const Matrix3<T> turned{frame.R * RS.a, frame.R * RS.b, frame.R * RS.c};
  const Vector3<T> none{};
  return {p[0], H, turned + outer(frame.o, H) + outer(h, frame.o), none, none};
}

/// N and F of a body whose node moves with `pace`:  F = m d + K H,   N = H x d + integral of
/// x x (K x), the vector of the skew part of K B, with K = [a]x + [w]x[w]x and the proper
/// acceleration d of its point at the origin.
OF_LANES void add_motion(const Frame<T> &frame, const Pace<T> &pace, const double *gravity,
                         WorldBody<T> &body) {
  const Vector3<T> &w = pace.w, &a = pace.a;
  const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const T xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const Matrix3<T> K{{-(yy + zz), xy - a.z, xz + a.y},
                     {xy + a.z, -(xx + zz), yz - a.x},
                     {xz - a.y, yz + a.x, -(xx + yy)}};
  const Vector3<T> d = pace.d - K * frame.o - constant<T>(gravity);
  body.F = body.m * d + K * body.H;
  body.N = cross(body.H, d) + skew_part(K * body.B);
}

/// w = s, v = o x s of a turning joint; w = 0, v = s of a sliding one
OF_LANES Twist<T> compute_twist(int64_t kind, const Frame<T> &frame) {
  if (kind == PRISMATIC) return Twist<T>{Vector3<T>{}, frame.s};
  return {frame.s, cross(frame.o, frame.s)};
}
/// Of what moves with a twist: N, F.
OF_LANES Twist<T> compute_momenta(const WorldBody<T> &body, const Twist<T> &by) {
  const T trace = body.B.a.x + body.B.b.y + body.B.c.z;
  return {cross(body.H, by.v) + by.w * trace - body.B * by.w, body.m * by.v + cross(by.w, body.H)};
}
OF_LANES void add_body(WorldBody<T> &to, const WorldBody<T> &body) {
  to.m += body.m;
  to.H += body.H, to.B += body.B, to.N += body.N, to.F += body.F;
}

}} // namespace dynid::DYNID_LEVEL
