"""sim2real on real logs of commands and positions: held-out rollouts in mrad, against the file as
shipped, a delay and a first-order lag.

    python benchmarks/sim2real_real.py
"""

from __future__ import annotations

import os
import time
import warnings
from pathlib import Path
from typing import Any

import dynid as di
from dynid.errors import InputError
from dynid.robot.lock import hold_base, lock_joints

DATA = Path(os.environ.get("DYNID_DATA") or Path(__file__).parents[2] / "shared" / "data")
Z1 = di.Drive({"joint[23]": 120.0, "joint[1456]": 80.0}, 2.5)
REPEATS = di.Drive({"*_[ht]*": 20.0, "*_calf*": 40.0}, {"*_[ht]*": 1.0, "*_calf*": 2.0})


def measure(name: str, robot: di.Robot, log: Any, drive: di.Drive, **how: Any) -> None:
    begin = time.process_time()
    try:
        found = di.identify_simulator(robot, log, drive, **how)
    except InputError as error:
        print(f"{name:<34} refused: {str(error).split(': ', 1)[-1][:110]}")
        return
    check = found.rollout_check
    rivals = ", ".join(f"{name} {1e3 * x:.1f}" for name, x in check.rivals.items())
    shipped, seconds = 1e3 * check.total_shipped, time.process_time() - begin
    print(
        f"{name:<34} {1e3 * check.total:6.2f} mrad (shipped {shipped:.2f}, {rivals});"
        f" {found.method}, {seconds:.1f} s"
    )


def main() -> None:
    warnings.simplefilter("ignore")
    place = DATA / "unitree_z1"
    robot = lock_joints(di.load_robot(place / "robot.xml"), {"jointGripper": 0.0})
    for name, drive in (("gains known", Z1), ("Kp known", di.Drive(Z1.kp)), ("none", di.Drive())):
        measure(f"Z1, {name}", robot, place / "log.csv", drive)
    measure("Z1, file's bodies", robot, place / "log.csv", Z1, inertias=())
    trap = place / "log_with_whole_torque_as_taucmd.csv"
    for name, drive in (("gains known", Z1), ("no gains", di.Drive())):
        measure(f"Z1, whole torque, {name}", robot, trap, drive)
        measure(f"Z1, the same, declared, {name}", robot, trap, drive, effort="commanded")
    place = DATA / "unitree_go2"
    robot = hold_base(di.load_robot(place / "robot.xml"))
    measure("Go2", robot, place / "log.csv", di.Drive(20.0, 1.5))
    measure("Go2, Kp known", robot, place / "log.csv", di.Drive(20.0))
    place = DATA / "unitree_go2_repeats"
    robot = hold_base(di.load_robot(place / "robot.xml"))
    logs = [place / f"log_{k}.csv" for k in range(5)]
    for k, test in enumerate(logs):
        others = [log for log in logs if log != test]
        measure(f"repeats, {k - 1 if k else 4} -> {k}", robot, logs[k - 1], REPEATS, test=test)
        measure(f"repeats, four others -> {k}", robot, others, REPEATS, test=test)


if __name__ == "__main__":
    main()
