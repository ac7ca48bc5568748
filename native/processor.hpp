// The x86-64 level of a processor: for `cpu.cpp`, and for builds for one machine.
#pragma once
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#define X86 1
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace dynid {

#ifdef X86
struct Registers {
  uint32_t a, b, c, d;
};

inline Registers cpuid(uint32_t leaf) {
  Registers r{0, 0, 0, 0};
#if defined(_MSC_VER) && !defined(__clang__)
  int x[4];
  __cpuidex(x, int(leaf), 0);
  r = {uint32_t(x[0]), uint32_t(x[1]), uint32_t(x[2]), uint32_t(x[3])};
#else
  __get_cpuid_count(leaf, 0, &r.a, &r.b, &r.c, &r.d);
#endif
  return r;
}

/// The registers that the operating system saves: bits 1, 2 vectors of 16 and 32 bytes, 5-7 of 64.
inline uint64_t saved_registers() {
#if defined(_MSC_VER) && !defined(__clang__)
  return _xgetbv(0);
#else
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t(high) << 32) | low;
#endif
}

/// The x86-64 level of the psABI, 1 to 4.
inline int processor_level() {
  const Registers one = cpuid(1), seven = cpuid(7), extended = cpuid(0x80000001u);
  const auto has = [](uint32_t value, uint32_t bits) { return (value & bits) == bits; };
  // sse3, ssse3, cx16, sse4.1, sse4.2, popcnt; lahf
  if (!has(one.c, 1u | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23) || !has(extended.c, 1u))
    return 1;
  // fma, movbe, osxsave, avx, f16c; bmi1, avx2, bmi2; lzcnt
  if (!has(one.c, 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29) ||
      !has(seven.b, 1u << 3 | 1u << 5 | 1u << 8) || !has(extended.c, 1u << 5) ||
      (saved_registers() & 6) != 6)
    return 2;
  // avx512 f, dq, cd, bw, vl
  return has(seven.b, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31) &&
                 (saved_registers() & 0xe6) == 0xe6
             ? 4
             : 3;
}
#endif

} // namespace dynid
