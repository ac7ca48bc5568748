"""The payload weighed in C, timed: seven axes, samples at 1 kHz.

    python benchmarks/payload_c.py [seconds]

Mean and largest time of a sample (the largest over five repetitions of the least, so that other
work of the machine does not count), of a value, and the difference to di.PayloadStream.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array

RATE, TARGET = 1000.0, 50.0
EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())
#: reads the number of samples, of those between two values, and samples (q, tau) in binary;
#: writes 25 numbers a value, then the times
PROGRAM = """#include "@prefix@.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static @prefix@_payload s;

int main(void)
{
    double size[2], best_value = 1e300, mean = 1e300, worst = 0.0, *samples, *least;
    @prefix@_load load;
    int i, k, r, count, every;
    if (fread(size, sizeof(double), 2, stdin) != 2)
        return 1;
    count = (int)size[0];
    every = (int)size[1];
    samples = malloc(sizeof(double) * 2 * @N@ * count);
    least = malloc(sizeof(double) * count);
    if (fread(samples, sizeof(double), 2 * @N@ * count, stdin) != (size_t)(2 * @N@ * count))
        return 1;
    for (r = 0; r < 5; r++) {
        clock_t whole = clock();
        @prefix@_payload_start(&s);
        for (k = 0; k < count; k++)
            @prefix@_payload_push(&s, samples + 2 * @N@ * k, samples + 2 * @N@ * k + @N@);
        whole = clock() - whole;
        if ((double)whole / CLOCKS_PER_SEC / count < mean)
            mean = (double)whole / CLOCKS_PER_SEC / count;
        @prefix@_payload_start(&s);
        for (k = 0; k < count; k++) {
            struct timespec a, b;
            double took;
            timespec_get(&a, TIME_UTC);
            @prefix@_payload_push(&s, samples + 2 * @N@ * k, samples + 2 * @N@ * k + @N@);
            timespec_get(&b, TIME_UTC);
            took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
            if (r == 0 || took < least[k])
                least[k] = took;
            if ((k + 1) % every == 0) {
                int known;
                timespec_get(&a, TIME_UTC);
                known = @prefix@_payload_value(&s, &load) == 0;
                timespec_get(&b, TIME_UTC);
                took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
                if (known && took < best_value)
                    best_value = took;
                if (r > 0)
                    continue;
                printf("%d %.17g", known, known ? load.mass : 0.0);
                for (i = 0; i < 3; i++)
                    printf(" %.17g", known ? load.com[i] : 0.0);
                for (i = 0; i < 6; i++)
                    printf(" %.17g", known ? load.inertia[i] : 0.0);
                for (i = 0; i < 4; i++)
                    printf(" %.17g", known ? load.deviation[i] : 0.0);
                for (i = 0; i < 4; i++)
                    printf(" %.17g", known ? load.low[i] : 0.0);
                for (i = 0; i < 4; i++)
                    printf(" %.17g", known ? load.high[i] : 0.0);
                printf(" %d %d\\n", s.contact, s.restarts);
            }
        }
    }
    for (k = 0; k < count; k++)
        worst = least[k] > worst ? least[k] : worst;
    printf("times %.9g %.9g %.9g\\n", mean, worst, best_value);
    return 0;
}
"""


def answered(program: Path, q: Array, tau: Array, every: int) -> list[str]:
    content = [len(q), every, *np.hstack([q, tau]).ravel()]
    done = subprocess.run(
        [program], input=np.array(content, dtype=float).tobytes(), capture_output=True, check=True
    )
    return done.stdout.decode().splitlines()


def numbers(program: Path, q: Array, tau: Array, every: int) -> Array:
    """(values, 25): known, ten values, four deviations, four low, four high, contact, restarts."""
    lines = answered(program, q, tau, every)
    return np.array([[float(word) for word in line.split()] for line in lines[:-1]])


def motion(rng: np.random.Generator, n: int, seconds: float) -> tuple[Array, Array, Array]:
    t = np.arange(0, seconds, 1 / RATE)[:, None]
    q, qd, qdd = (np.zeros((len(t), n)) for _ in range(3))
    for k in range(1, 6):
        w = 2 * np.pi * 0.15 * k * rng.uniform(0.9, 1.1, n)
        a, c = rng.uniform(0.1, 0.4, n), rng.uniform(0, 6, n)
        q += a * np.sin(w * t + c)
        qd += a * w * np.cos(w * t + c)
        qdd -= a * w**2 * np.sin(w * t + c)
    return q, qd, qdd


def log_of(model: di.Model, p: Array, rng: np.random.Generator, seconds: float) -> di.Log:
    q, qd, qdd = motion(rng, model.robot.dof, seconds)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.1 * rng.normal(size=q.shape)
    return di.Log(model.robot.actuated, np.arange(len(q)) / RATE, q, tau)


def main(seconds: float = 10.0) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        print("Not measured: no C compiler here.")
        return
    rng = np.random.default_rng(0)
    model = di.Model(di.load_robot("arm7"), EFFECTS)
    p = np.where(np.isnan(model.prior), 0.5, model.prior)
    data = di.process(log_of(model, p, rng, 20.0), model, cutoff=10.0, slow="5%")
    result = di.estimate(di.Problem(model, data), di.WLS(), {"cutoff": 10.0})
    load = di.Payload(model.robot.bodies[-1].name, di.inertial(2.5, (0, 0, 0.1), (0.01,) * 3))
    log = log_of(di.Model(model.robot, [*EFFECTS, load]), p, rng, seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        di.export(result, folder / "c", kind="c", payload_rate=RATE)
        (folder / "c/weigh.c").write_text(
            PROGRAM.replace("@prefix@", "arm7").replace("@N@", str(model.robot.dof))
        )
        command = [compiler, "-std=c11", "-O2", "arm7.c", "weigh.c", "-lm", "-o", "weigh"]
        subprocess.run(command, cwd=folder / "c", check=True)
        got = numbers(folder / "c/weigh", log.q, log.tau, int(RATE))
        times = answered(folder / "c/weigh", log.q, log.tau, int(RATE))[-1].split()[1:]
    stream = di.PayloadStream(result, RATE)
    for t, q, tau in zip(log.t, log.q, log.tau):
        stream.push(t, q, tau)
    found = stream.value
    assert found is not None
    mean, worst, value = (1e6 * float(x) for x in times)
    rows = [
        ["a sample, mean", f"{mean:.3g} us"],
        ["a sample, slowest", f"{worst:.3g} us"],
        ["a value", f"{value:.3g} us"],
        ["mass of 2.5 kg", f"{got[-1, 1]:.4f} kg"],
        ["difference to Python, of the mass", f"{abs(got[-1, 1] / found.mass - 1):.0e}"],
    ]
    print(table(("seven axes, C", ""), rows))
    print(f"\nThe aim is {TARGET:g} us a sample.")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
