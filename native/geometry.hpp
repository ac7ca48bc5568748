// Vectors and matrices of packs, sine and cosine, scratch memory.
#pragma once
#include "lanes.hpp"
#include <new>

namespace dynid { namespace DYNID_LEVEL {

/// Of a number of lanes: T is a pack, or several (lanes.hpp).
template <class T> struct Vector3 {
  T x, y, z;
};
template <class T> struct Matrix3 {
  Vector3<T> a, b, c; // rows
};
using V3 = Vector3<pack>;
using M3 = Matrix3<pack>;
#define OF_LANES template <class T> INLINE

OF_LANES Vector3<T> operator+(const Vector3<T> &a, const Vector3<T> &b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
OF_LANES Vector3<T> operator-(const Vector3<T> &a, const Vector3<T> &b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
OF_LANES Vector3<T> operator*(double s, const Vector3<T> &a) { return {s * a.x, s * a.y, s * a.z}; }
OF_LANES Vector3<T> operator*(const Vector3<T> &a, const T &s) {
  return {a.x * s, a.y * s, a.z * s};
}
OF_LANES Vector3<T> &operator+=(Vector3<T> &a, const Vector3<T> &b) { return a = a + b; }
OF_LANES Vector3<T> &operator-=(Vector3<T> &a, const Vector3<T> &b) { return a = a - b; }
OF_LANES T dot(const Vector3<T> &a, const Vector3<T> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
OF_LANES Vector3<T> cross(const Vector3<T> &a, const Vector3<T> &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
OF_LANES Matrix3<T> operator+(const Matrix3<T> &A, const Matrix3<T> &B) {
  return {A.a + B.a, A.b + B.b, A.c + B.c};
}
OF_LANES Matrix3<T> &operator+=(Matrix3<T> &A, const Matrix3<T> &B) { return A = A + B; }
OF_LANES Vector3<T> operator*(const Matrix3<T> &R, const Vector3<T> &v) {
  return {dot(R.a, v), dot(R.b, v), dot(R.c, v)};
}
/// R'v
OF_LANES Vector3<T> transpose_times(const Matrix3<T> &R, const Vector3<T> &v) {
  return {R.a.x * v.x + R.b.x * v.y + R.c.x * v.z, R.a.y * v.x + R.b.y * v.y + R.c.y * v.z,
          R.a.z * v.x + R.b.z * v.y + R.c.z * v.z};
}
OF_LANES Matrix3<T> operator*(const Matrix3<T> &A, const Matrix3<T> &B) {
  return {transpose_times(B, A.a), transpose_times(B, A.b), transpose_times(B, A.c)};
}
/// a b'
OF_LANES Matrix3<T> outer(const Vector3<T> &a, const Vector3<T> &b) {
  return {b * a.x, b * a.y, b * a.z};
}
/// [a]x B:  its rows are those of B, crossed with a
OF_LANES Matrix3<T> cross(const Vector3<T> &a, const Matrix3<T> &B) {
  return {B.c * a.y - B.b * a.z, B.a * a.z - B.c * a.x, B.b * a.x - B.a * a.y};
}
/// Vector of the skew part:  vec(B - B')
OF_LANES Vector3<T> skew_part(const Matrix3<T> &B) {
  return {B.c.y - B.b.z, B.a.z - B.c.x, B.b.x - B.a.y};
}
/// The same three numbers in every lane.
template <class T = pack> INLINE Vector3<T> constant(const double *a) {
  return {all<T>(a[0]), all<T>(a[1]), all<T>(a[2])};
}

/// Sine and cosine: Cody-Waite reduction to [-pi/4, pi/4] and fdlibm's polynomials, within about
/// one unit in the last place; beyond LARGEST, where the reduction loses digits, and for nan: libm.
INLINE void sincos(pack q, pack &s, pack &c) {
  constexpr double LARGEST = 1e5, ROUNDING = 6755399441055744.0; // 1.5 * 2^52
  // n = q 2/pi to the nearest integer: the sum keeps n in its last bits, and nothing behind them
  const pack shifted = q * 0.6366197723675814 + ROUNDING, n = shifted - ROUNDING;
  pack x = q - n * 1.57079632673412561417e00;
  x = x - n * 6.07710050630396597660e-11;
  x = x - n * 2.02226624879595063154e-21;
  const pack z = x * x;
  pack odd = 2.75573137070700676789e-06 +
             z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
  odd = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * odd);
  odd = z * (-1.66666666666666324348e-01 + z * odd);
  pack even = -2.75573143513906633035e-07 +
              z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11);
  even = -1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + z * even);
  even = z * (4.16666666666666019037e-02 + z * even);
  const pack sine = x + x * odd, half = 0.5 * z, one = 1.0 - half;
  const pack cosine = one + (((1.0 - one) - half) + z * even);
  // quarter turns n mod 4: 1 and 3 swap, 2 and 3 negate the sine, 1 and 2 the cosine
  const mask swap = has_bit(shifted, 1);
  s = select(swap, cosine, sine), c = select(swap, sine, cosine);
  s = select(has_bit(shifted, 2), -s, s), c = select(has_bit(shifted + 1.0, 2), -c, c);
  const mask large = ~(absolute(q) < all(LARGEST));
  if (any(large)) // these lanes alone: a sample must not depend on its neighbours
    for (int i = 0; i < W; i++)
      if (large[i]) s[i] = std::sin(q[i]), c[i] = std::cos(q[i]);
}

OF_LANES void sincos(const Twice<T> &q, Twice<T> &s, Twice<T> &c) {
  sincos(q.a, s.a, c.a);
  sincos(q.b, s.b, c.b);
}

enum Unset { UNSET }; // memory that is written before it is read
/// Zeroed memory for `count` structs of packs, freed with its scope. (No std::vector in code that
/// is compiled for several levels: its functions have one name on all of them.)
template <class T> struct Scratch {
  T *data;
  int64_t count;
  Scratch(int64_t count, Unset)
      : data((T *)::operator new(sizeof(T) * size_t(count > 0 ? count : 1), std::align_val_t(64))),
        count(count) {}
  explicit Scratch(int64_t count) : Scratch(count, UNSET) { clear(); }
  ~Scratch() { ::operator delete((void *)data, std::align_val_t(64)); }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  void clear() { std::memset((void *)data, 0, sizeof(T) * size_t(count > 0 ? count : 1)); }
  INLINE T &operator[](int64_t i) const { return data[i]; }
};

}} // namespace dynid::DYNID_LEVEL
