"""A serial arm from a URDF and two CSV logs: identify, check on the second log, write the URDF
back.

The files are made here, in a new folder; put your own in their place.
"""

import tempfile
from pathlib import Path

import numpy as np

import dynid as di

URDF = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.15 0 0.02"/><mass value="2.0"/>
    <inertia ixx="0.004" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="fore"><inertial><origin xyz="0.12 0.01 0"/><mass value="1.2"/>
    <inertia ixx="0.002" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
</robot>
"""


def make_files(folder: Path) -> None:
    """arm.urdf, and the logs of an arm whose bodies are a tenth heavier than the file says."""
    (folder / "arm.urdf").write_text(URDF)
    model = di.Model(di.load_robot(folder / "arm.urdf"), [di.Viscous(), di.Coulomb()])
    p = 1.1 * np.nan_to_num(model.prior)
    p[model.layout.others] = 0.2, 0.1, 0.4, 0.3  # viscous, then dry friction of both joints
    for run in (1, 2):
        motion = di.design_excitation(
            model, di.Fourier(period=5, harmonics=4), starts=1, seed=run, iterations=10
        )
        sensors = di.Measurement(encoder=1e-5, relative_noise=0.01)
        di.simulate(model, p, motion.trajectory, measurement=sensors, seed=run).save(
            folder / f"run{run}.csv"
        )


folder = Path(tempfile.mkdtemp(prefix="serial-arm-"))
make_files(folder)

robot = di.load_robot(folder / "arm.urdf")
model = di.Model(robot, [di.Viscous(), di.Coulomb()])
# joints may stick where they turn round, so these samples do not count
data = di.process(di.read_log(folder / "run1.csv"), model, slow="5%")
problem = di.Problem(model, data)
result = di.estimate(problem, di.Consistent())
print(result)

other = di.process(di.read_log(folder / "run2.csv"), model, cutoff=data.cutoff, slow="5%")
check = di.validate(result, other)
print(f"\n{check}\n")
print(di.export(result, folder / "arm_identified.urdf", model=model))
print(di.write_report(folder / "report.html", result, problem, check))
print(f"the report: {folder / 'report.html'}")
