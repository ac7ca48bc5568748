// A pack: W samples side by side, one double each. Two implementations with the same operations:
// the vector extensions of GCC and Clang (a pack is one machine vector), or an array and loops
// (any C++17 compiler, such as MSVC). Everything lies in the namespace of its level: the linker
// would otherwise merge equal names of levels and run AVX-512 code on processors without it.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __FAST_MATH__
#error "the rounding in sincos needs additions in their written order: no -ffast-math"
#endif
#if !defined(__GNUC__) && !defined(DYNID_PLAIN_PACK)
#define DYNID_PLAIN_PACK
#endif
#ifdef __GNUC__
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE __forceinline
#endif

namespace dynid { namespace DYNID_LEVEL {

constexpr int W = DYNID_WIDTH;

#ifndef DYNID_PLAIN_PACK

typedef double pack __attribute__((vector_size(8 * DYNID_WIDTH)));
typedef decltype(pack{} < pack{}) mask; // integers: all bits of a lane, or none

INLINE pack all(double x) { return x - pack{}; }
INLINE pack select(mask m, pack yes, pack no) { return m ? yes : no; }
/// Lanes whose representation has this bit.
INLINE mask has_bit(pack x, int bit) { return ((mask)x & bit) != 0; }

#else

#include "plain_pack.hpp"

#endif

INLINE pack absolute(pack x) { return select(x < all(0.0), -x, x); }
INLINE pack larger(pack x, pack y) { return select(x <= y, y, x); } // keeps a nan of x
INLINE pack root(pack x) {
  for (int i = 0; i < W; i++) x[i] = std::sqrt(x[i]);
  return x;
}
INLINE bool any(mask m) {
  int64_t r = 0;
  for (int i = 0; i < W; i++) r |= m[i];
  return r != 0;
}

INLINE void store(double *to, pack x) { std::memcpy(to, &x, sizeof x); } // at any address
INLINE pack load(const double *from) {
  pack x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
/// The first `count` lanes alone.
INLINE void store_some(double *to, pack x, int64_t count) {
  for (int i = 0; i < W; i++)
    if (i < count) to[i] = x[i]; // i constant once unrolled: no way through memory
}
/// Lane i to to[i * stride], of the first `count` lanes.
INLINE void scatter(double *to, int64_t stride, pack x, int64_t count) {
  for (int i = 0; i < W; i++)
    if (i < count) to[i * stride] = x[i];
}
/// Samples in the next pack, of those that are left.
INLINE int64_t pack_size(int64_t left) { return left < W ? left : W; }
/// Lane i from from[i * stride]; a short pack (count < W) repeats its last sample.
INLINE pack gather(const double *from, int64_t stride, int64_t count) {
  pack x{};
  if (count == W)
    for (int i = 0; i < W; i++) x[i] = from[i * stride];
  else
    for (int i = 0; i < W; i++) x[i] = from[(i < count ? i : count - 1) * stride];
  return x;
}

}} // namespace dynid::DYNID_LEVEL
