"""Which kernels a wheel lacks: the commands of a user, each with an empty cache, on robots of
several kinds; every kernel that is compiled is named.

    python benchmarks/wheel_commands.py PYTHON [KIND ...]

PYTHON is the interpreter of an environment with the wheel (`make wheel`) installed. A command that
fails is told with its last line, and those that need what it would have made fail after it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from cold import DATA, started
from versions import ROOT, Failed, Version

ROBOTS = DATA.parents[1] / "robots"
FLOATING = """
import sys, numpy as np
sys.path.insert(0, sys.argv[1])
from quadruped_help import LEGS, quadruped, sway
text = quadruped().replace('size="0.004"', 'size="0.022"')
open("dog.xml", "w").write(text)
found = sway(text, 20.0, seed=0).columns(np.random.default_rng(0), 1.0)
kept = [x for x in found if x == "t" or x.startswith(("q_", "tau_", "base", "imu"))]
rows = np.column_stack([found[x] for x in kept])
np.savetxt("standing.csv", rows, delimiter=",", header=",".join(kept), comments="", fmt="%.9g")
"""
FEET = "--contacts FL_foot,FR_foot,RL_foot,RR_foot"
#: commands for a robot that is named or lies in a file, `{}`
COMMON = (
    "inspect {}",
    "design {} --time 4 -o excite",
    "simulate {} excite/trajectory.csv -o run.csv --noise 0.01",
    "check {} run.csv",
    "identify {} run.csv -o chosen",
    "identify {} run.csv --effects viscous,coulomb,offset -o result",
    "validate result run.csv",
    "compare {} run.csv --effects viscous,coulomb",
    "export result robot.json",
)
ARM = ("payload result run.csv", "demo {} -o demo")
KINDS = {
    "serial URDF": (str(ROBOTS / "franka_fer" / "fer.urdf"), (*COMMON, *ARM)),
    "serial URDF, measured": (
        str(DATA / "robot.urdf"),
        (f"identify {{}} {DATA / 'traj1.csv'} -o chosen", f"check {{}} {DATA / 'traj1.csv'}"),
    ),
    # the demo's motion keeps to a workspace; one without may come near singular poses
    "delta4": (
        "delta4",
        ("demo -o demo", *(x.replace("excite/", "demo/") for x in COMMON)),
    ),
    "MJCF with loops": (str(ROBOTS / "four_bar_two_motors" / "four_bar_linkage.xml"), COMMON),
    "floating base": (
        "dog.xml",
        (
            "inspect {}",
            f"inspect {{}} {FEET}",
            f"design {{}} {FEET} --effects none --time 4 -o sway",
            "check {} standing.csv",
            f"identify {{}} standing.csv {FEET} --effects rotor -o result",
            "validate result standing.csv",
        ),
    ),
    "commands, MJCF": (
        str(DATA.parent / "unitree_go2" / "robot.xml"),
        (f"sim2real {{}} {DATA.parent / 'unitree_go2' / 'log.csv'} --base fixed --json",),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("python", help="of an environment with the wheel")
    parser.add_argument("kinds", nargs="*", help=f"of robots: {', '.join(KINDS)}")
    chosen = parser.parse_args()
    version = Version("wheel", chosen.python)
    with tempfile.TemporaryDirectory() as folder:
        for kind in chosen.kinds or KINDS:
            robot, steps = KINDS[kind]
            place = Path(folder) / kind.replace(" ", "_")
            place.mkdir()
            if kind == "floating base":  # the motion is MuJoCo's
                help_folder = str(ROOT / "tests" / "help")
                version.run(["-c", FLOATING, help_folder], place / "cache", place)
            for number, step in enumerate(steps):
                words = step.format(robot).split()
                name = step.format(Path(robot).name).replace(f"{DATA.parent}/", "")
                try:
                    found = started(version, words, place / f"cache{number}", place)
                except Failed as error:
                    print(f"{kind}: {name}: failed: {error}", flush=True)
                    continue
                each = [f"{kernel} {took:.2f}" for kernel, took in found.kernels.most_common()]
                said = f"{len(each)} kernels" + (f": {', '.join(each)}" if each else "")
                print(f"{kind}: {name}: {found.cpu:.1f} CPU s, {said}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
