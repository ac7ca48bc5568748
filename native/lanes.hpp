// More lanes than a pack has: two packs side by side, or two of these, with the operations of a
// pack. Code that is a template over T, a pack or Twice of it, works on any number of lanes.
#pragma once
#include "pack.hpp"

namespace dynid { namespace DYNID_LEVEL {

template <class T> struct Twice {
  T a, b;
};
template <class T> constexpr int LANES = int(sizeof(T) / sizeof(double));

/// T with at least L lanes.
template <int L, class T = pack, bool enough = (LANES<T> >= L)> struct Widened {
  using type = T;
};
template <int L, class T> struct Widened<L, T, false> : Widened<L, Twice<T>> {};
template <int L> using Lanes = typename Widened<L>::type;

#define ON_BOTH(op)                                                                                \
  template <class T> INLINE Twice<T> operator op(const Twice<T> &x, const Twice<T> &y) {           \
    return {x.a op y.a, x.b op y.b};                                                               \
  }                                                                                                \
  template <class T> INLINE Twice<T> operator op(double x, const Twice<T> &y) {                    \
    return {x op y.a, x op y.b};                                                                   \
  }
ON_BOTH(+)
ON_BOTH(-)
ON_BOTH(*)
ON_BOTH(/)
#undef ON_BOTH
template <class T> INLINE Twice<T> operator+(const Twice<T> &x, double y) { return y + x; }
template <class T> INLINE Twice<T> operator-(const Twice<T> &x, double y) { return -y + x; }
template <class T> INLINE Twice<T> operator*(const Twice<T> &x, double y) { return y * x; }
template <class T> INLINE Twice<T> operator-(const Twice<T> &x) { return {-x.a, -x.b}; }

template <class T> INLINE auto operator<(const Twice<T> &x, const Twice<T> &y) {
  return Twice<decltype(x.a < y.a)>{x.a < y.a, x.b < y.b};
}
template <class T> INLINE auto operator<=(const Twice<T> &x, const Twice<T> &y) {
  return Twice<decltype(x.a <= y.a)>{x.a <= y.a, x.b <= y.b};
}
template <class T> INLINE auto operator>(const Twice<T> &x, const Twice<T> &y) { return y < x; }
template <class M> INLINE Twice<M> operator&(const Twice<M> &x, const Twice<M> &y) {
  return {x.a & y.a, x.b & y.b};
}
template <class M> INLINE Twice<M> operator|(const Twice<M> &x, const Twice<M> &y) {
  return {x.a | y.a, x.b | y.b};
}
template <class M> INLINE Twice<M> operator~(const Twice<M> &x) { return {~x.a, ~x.b}; }
template <class M, class T>
INLINE Twice<T> select(const Twice<M> &m, const Twice<T> &yes, const Twice<T> &no) {
  return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
}
template <class M> INLINE bool any(const Twice<M> &m) { return any(m.a) || any(m.b); }
template <class T> INLINE Twice<T> absolute(const Twice<T> &x) {
  return {absolute(x.a), absolute(x.b)};
}
template <class T> INLINE Twice<T> larger(const Twice<T> &x, const Twice<T> &y) {
  return {larger(x.a, y.a), larger(x.b, y.b)};
}
template <class T> INLINE Twice<T> root(const Twice<T> &x) { return {root(x.a), root(x.b)}; }

template <class T> using Mask = decltype(T{} < T{});

/// The operations of one argument that is no T: all<T>(1.0), gather<T>(...), ...
template <class T> struct Of {
  static INLINE T all(double x) { return {Of<decltype(T::a)>::all(x), Of<decltype(T::b)>::all(x)}; }
  static INLINE T gather(const double *from, int64_t stride, int64_t count) {
    using Half = Of<decltype(T::a)>;
    constexpr int64_t half = LANES<T> / 2;
    if (count > half)
      return {Half::gather(from, stride, half),
              Half::gather(from + half * stride, stride, count - half)};
    const T x{Half::gather(from, stride, count), Half::gather(from + (count - 1) * stride, 0, 1)};
    return x;
  }
};
template <> struct Of<pack> {
  static INLINE pack all(double x) { return DYNID_LEVEL::all(x); }
  static INLINE pack gather(const double *from, int64_t stride, int64_t count) {
    return DYNID_LEVEL::gather(from, stride, count);
  }
};
template <class T> INLINE T all(double x) { return Of<T>::all(x); }
/// Lane i from from[i * stride]; where `count` is smaller the last sample is repeated.
template <class T> INLINE T gather(const double *from, int64_t stride, int64_t count) {
  return Of<T>::gather(from, stride, count);
}
template <class T>
INLINE void scatter(double *to, int64_t stride, const Twice<T> &x, int64_t count) {
  scatter(to, stride, x.a, count);
  scatter(to + LANES<T> * stride, stride, x.b, count - LANES<T>);
}
template <class T> INLINE void store_some(double *to, const Twice<T> &x, int64_t count) {
  store_some(to, x.a, count);
  store_some(to + LANES<T>, x.b, count - LANES<T>);
}
/// LANES<T> numbers from any address.
template <class T> INLINE T load_lanes(const double *from) {
  T x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
/// One lane of a number in memory.
template <class T> INLINE double lane(const T &x, int64_t i) {
  double value;
  std::memcpy(&value, (const char *)&x + 8 * i, sizeof value);
  return value;
}

}} // namespace dynid::DYNID_LEVEL
