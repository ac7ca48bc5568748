"""What the exported function block costs: `python benchmarks/plc_cost.py`.

Stack: the sum of the frames of all its functions (gcc -fstack-usage), an upper bound as there is no
recursion. Operations: counted by running the same code with a number type that counts (g++), of one
call after the first. Time: processor time of the block on this machine, compiled with -O2.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.exports.c_code import make_c_name

ROBOTS = ("pendulum", "six_dof", "arm7", "five_bar", "delta4", "stewart")
CALLS = 20_000
COUNTING = """
#include <cmath>
#include <cstdint>
#include <cstdio>
static long adds, products, divisions, functions;
struct counted {
    double x;
    counted() = default;
    constexpr counted(double v) : x(v) {}
    explicit operator double() const { return x; }
    explicit operator int() const { return (int)x; }
    explicit operator long() const { return (long)x; }
};
#define BINARY(op, count) \\
    static inline counted operator op(counted a, counted b) { count++; return a.x op b.x; }
BINARY(+, adds) BINARY(-, adds) BINARY(*, products) BINARY(/, divisions)
static inline counted operator-(counted a) { return -a.x; }
#define ASSIGN(op, count) \\
    static inline counted &operator op##=(counted &a, counted b) \\
    { count++; a.x op##= b.x; return a; }
ASSIGN(+, adds) ASSIGN(-, adds) ASSIGN(*, products) ASSIGN(/, divisions)
#define COMPARE(op) static inline bool operator op(counted a, counted b) { return a.x op b.x; }
COMPARE(<) COMPARE(>) COMPARE(<=) COMPARE(>=) COMPARE(==) COMPARE(!=)
#define UNARY(name) static inline counted name(counted a) { functions++; return std::name(a.x); }
UNARY(sin) UNARY(cos) UNARY(tan) UNARY(sqrt) UNARY(exp) UNARY(tanh) UNARY(log) UNARY(atan)
static inline counted fabs(counted a) { return std::fabs(a.x); }
static inline counted fmax(counted a, counted b) { return std::fmax(a.x, b.x); }
static inline counted fmin(counted a, counted b) { return std::fmin(a.x, b.x); }
static inline counted hypot(counted a, counted b) { functions++; return std::hypot(a.x, b.x); }
static inline counted pow(counted a, counted b) { functions++; return std::pow(a.x, b.x); }
static inline bool isfinite(counted a) { return std::isfinite(a.x); }
#define _Pragma(x)
#define double counted
#define restrict
"""
MAIN = """
int main(void)
{
    static @prefix@_fb block;
    static const plain q[] = {@q@};
    for (int k = 0; k < @calls@; k++) {
        for (int i = 0; i < @PREFIX@_N; i++) {
            block.q[i] = q[i] + 1e-3 * k / @calls@;
            block.qd[i] = 0.3;
            block.qdd[i] = 0.2;
        }
        @before@
        @prefix@_fb_call(&block);
    }
    @after@
    return block.error;
}
"""
REPORT = 'std::printf("%ld %ld %ld %ld\\n", adds, products, divisions, functions);'
CLOCK = """
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double spent = end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("%.9g\\n", spent / (@calls@ - 1));
"""


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr[:2000]}")
    return done.stdout


def fill(text, prefix, q, calls, before, after):
    values = {"q": ", ".join(map(repr, q)), "calls": str(calls), "before": before, "after": after}
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    text = text.replace("@calls@", str(calls))
    return text.replace("@prefix@", prefix).replace("@PREFIX@", prefix.upper())


def measure(name, folder):
    """Bytes of the block, of its stack; additions, products, divisions, functions; seconds."""
    robot = di.load_robot(name)
    di.export(robot, folder, kind="plc")
    prefix = make_c_name(robot.name)
    q = [0.1] * robot.dof
    if not robot.is_tree:
        home = close_home(robot)
        q = [float(home[robot.coordinates.index(c)]) for c in robot.actuated]
    sources = [f"{prefix}.c", f"{prefix}_fb.c"]
    run(["gcc", "-std=c99", "-O2", "-fstack-usage", "-c", *sources], folder)
    usage = "".join(path.read_text() for path in Path(folder).glob("*.su"))
    stack = sum(int(line.split("\t")[1]) for line in usage.splitlines())
    whole = "".join((Path(folder) / s).read_text() for s in sources)
    counting = COUNTING.replace("#define double", "typedef double plain;\n#define double") + whole
    clear = "if (k == 1) adds = products = divisions = functions = 0;"
    (Path(folder) / "count.cpp").write_text(
        counting + fill(MAIN, prefix, q, 2, clear, REPORT), encoding="utf-8"
    )
    flags = ["-O1", "-fpermissive", "-w", "-I."]
    run(["g++", *flags, "count.cpp", "-o", "count"], folder)
    counts = [int(x) for x in run([Path(folder) / "count"], folder).split()]
    clock = "if (k == 1) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);"
    head = "#define _POSIX_C_SOURCE 200809L\n#include <stdio.h>\n#include <time.h>\n"
    head += f'#include "{prefix}_fb.h"\ntypedef double plain;\nstatic struct timespec begin, end;\n'
    size = 'fprintf(stderr, "");' + CLOCK + f'printf("%zu\\n", sizeof({prefix}_fb));'
    (Path(folder) / "time.c").write_text(head + fill(MAIN, prefix, q, CALLS, clock, size))
    run(["gcc", "-std=c99", "-O2", *sources, "time.c", "-lm", "-o", "timed"], folder)
    seconds, block = run([Path(folder) / "timed"], folder).split()
    return int(block), stack, counts, float(seconds)


def main():
    print("| robot | block, bytes | stack, bytes | + - | * | / | sin, cos, sqrt | us a call |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in ROBOTS:
        with tempfile.TemporaryDirectory() as folder:
            block, stack, counts, seconds = measure(name, folder)
        numbers = " | ".join(f"{x:,}" for x in (block, stack, *counts))
        print(f"| {name} | {numbers} | {1e6 * seconds:.2f} |", flush=True)
    assert np.isfinite(seconds)


if __name__ == "__main__":
    main()
