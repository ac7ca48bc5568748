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

#define TWICE template <class T> INLINE Twice<T>
#define ON_BOTH(op)                                                                                \
  TWICE operator op(const Twice<T> &x, const Twice<T> &y) { return {x.a op y.a, x.b op y.b}; }     \
  TWICE operator op(double x, const Twice<T> &y) { return {x op y.a, x op y.b}; }
ON_BOTH(+)
ON_BOTH(-)
ON_BOTH(*)
ON_BOTH(/)
TWICE operator+(const Twice<T> &x, double y) { return y + x; }
TWICE operator*(const Twice<T> &x, double y) { return y * x; }
TWICE operator-(const Twice<T> &x) { return {-x.a, -x.b}; }
TWICE absolute(const Twice<T> &x) { return {absolute(x.a), absolute(x.b)}; }
TWICE root(const Twice<T> &x) { return {root(x.a), root(x.b)}; }
TWICE larger(const Twice<T> &x, const Twice<T> &y) { return {larger(x.a, y.a), larger(x.b, y.b)}; }

/// Of the numbers T; Twice<mask> of Twice<pack>.
template <class T> using Mask = decltype(T{} < T{});
template <class T> INLINE auto operator<(const Twice<T> &x, const Twice<T> &y) {
  return Twice<Mask<T>>{x.a < y.a, x.b < y.b};
}
template <class T> INLINE auto operator<=(const Twice<T> &x, const Twice<T> &y) {
  return Twice<Mask<T>>{x.a <= y.a, x.b <= y.b};
}
template <class T> INLINE auto operator>(const Twice<T> &x, const Twice<T> &y) { return y < x; }
TWICE operator&(const Twice<T> &x, const Twice<T> &y) { return {x.a & y.a, x.b & y.b}; }
TWICE operator|(const Twice<T> &x, const Twice<T> &y) { return {x.a | y.a, x.b | y.b}; }
TWICE operator~(const Twice<T> &x) { return {~x.a, ~x.b}; }
template <class T> INLINE bool any(const Twice<T> &m) { return any(m.a) || any(m.b); }
TWICE select(const Twice<Mask<T>> &m, const Twice<T> &yes, const Twice<T> &no) {
  return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
}

/// The same number in every lane.
template <class T> INLINE T all(double x) {
  if constexpr (LANES<T> == W) return all(x);
  else return {all<decltype(T::a)>(x), all<decltype(T::b)>(x)};
}
/// Lane i from from[i * stride]; where `count` is smaller the last sample is repeated.
template <class T> INLINE T gather(const double *from, int64_t stride, int64_t count) {
  if constexpr (LANES<T> == W) {
    return gather(from, stride, count);
  } else {
    using Half = decltype(T::a);
    constexpr int64_t half = LANES<Half>;
    if (count <= half)
      return {gather<Half>(from, stride, count), all<Half>(from[(count - 1) * stride])};
    return {gather<Half>(from, stride, half),
            gather<Half>(from + half * stride, stride, count - half)};
  }
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
