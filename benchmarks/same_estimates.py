"""Estimates on the measured logs, of this version and of the one before: are they the same?

    python benchmarks/same_estimates.py            # DYNID_DATA names the folder of the logs

Each log by WLS and Consistent, with viscous and dry friction, offsets and rotor inertias: the
largest difference of theta, of its largest value; and whether the same cutoff was chosen.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from cold import DATA
from common import table
from versions import BEFORE, this_version, version_before

LOGS = {
    "panda_gaz": ("traj1.csv",),
    "kuka_lwr4": ("meas1.csv", "meas2.csv", "meas3.csv"),
    "kuka_kr300": ("A.csv", "B.csv", "C.csv"),
    "staubli_tx40": ("traj1.csv",),
    "ur10": ("log.csv",),
}
CODE = """
import json, sys, warnings
import dynid as di
warnings.simplefilter("ignore")
robot, log = sys.argv[1:]
effects = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
model = di.Model(di.load_robot(robot), effects)
data = di.process(di.read_log(log), model, slow="5%")
problem = di.Problem(model, data)
estimators = di.WLS(), di.Consistent()
found = {type(each).__name__: di.estimate(problem, each).theta.tolist() for each in estimators}
print(json.dumps(found | {"cutoff": data.cutoff}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--before", default=BEFORE)
    versions = this_version(), version_before(parser.parse_args().before)
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        for name, logs in LOGS.items():
            folder = DATA.parent / name
            for log in (folder / each for each in logs):
                if not log.exists():
                    print(f"left out: {log} is not there")
                    continue
                words = ["-c", CODE, str(folder / "robot.urdf"), str(log)]
                now, then = (json.loads(v.run(words, Path(cache)).said) for v in versions)
                same = "yes" if now["cutoff"] == then["cutoff"] else "NO"
                of_theta = (difference(now, then, name) for name in ("WLS", "Consistent"))
                rows.append((f"{folder.name} {log.stem}", *of_theta, same))
    print(table(("log", "WLS", "Consistent", "same cutoff"), rows))


def difference(now: dict, then: dict, estimator: str) -> str:
    a, b = now[estimator], then[estimator]
    if len(a) != len(b):
        return f"{len(a)} parameters, {len(b)} before"
    return f"{max(abs(x - y) for x, y in zip(a, b)) / max(map(abs, b)):.1e}"


if __name__ == "__main__":
    main()
