"""A parallel robot of your own, from an MJCF file: the loop is one <connect>, the drives are the
<actuator>s.

A log of the two driven joints is enough; the passive ones follow from the loop.
"""

import tempfile
from pathlib import Path

import numpy as np

import dynid as di

MJCF = """<mujoco model="linkage">
  <compiler angle="radian"/>
  <worldbody>
    <body name="left_crank" pos="-0.1 0 0">
      <joint name="left" axis="0 1 0" range="-2.6 -1.4"/>
      <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>
      <body name="left_coupler" pos="0.25 0 0">
        <joint name="left_elbow" axis="0 1 0"/>
        <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
        <site name="tip_left" pos="0.35 0 0"/>
      </body>
    </body>
    <body name="right_crank" pos="0.1 0 0">
      <joint name="right" axis="0 1 0" range="-1.7 -0.5"/>
      <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>
      <body name="right_coupler" pos="0.25 0 0">
        <joint name="right_elbow" axis="0 1 0"/>
        <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
        <site name="tip_right" pos="0.35 0 0"/>
      </body>
    </body>
  </worldbody>
  <equality><connect name="tip" site1="tip_left" site2="tip_right"/></equality>
  <actuator><motor joint="left"/><motor joint="right"/></actuator>
  <keyframe><key name="home" qpos="-2.0 1.05 -1.14 -1.05"/></keyframe>
</mujoco>
"""


def make_files(folder: Path) -> None:
    """linkage.xml, and a log of a machine whose bodies are a tenth heavier than the file says."""
    (folder / "linkage.xml").write_text(MJCF)
    model = di.Model(di.load_robot(folder / "linkage.xml"), [di.Viscous(), di.Coulomb()])
    motion = di.design_excitation(model, di.Fourier(period=5, harmonics=4), starts=1, iterations=10)
    p = 1.1 * np.nan_to_num(model.prior)
    p[model.layout.others] = 0.05, 0.05, 0.1, 0.1
    sensors = di.Measurement(encoder=1e-5, relative_noise=0.01)
    di.simulate(model, p, motion.trajectory, measurement=sensors).save(folder / "run.csv")


folder = Path(tempfile.mkdtemp(prefix="parallel-robot-"))
make_files(folder)

robot = di.load_robot(folder / "linkage.xml")
print(robot, "driven by", robot.actuated)
model = di.Model(robot, [di.Viscous(), di.Coulomb()])
base = di.base_parameters(model)
print(f"{len(base)} of {len(model.parameters)} parameters show in the torques, alone or in sums:")
print(*(f"  {name}" for name in base.names), sep="\n")

data = di.process(di.read_log(folder / "run.csv"), model, slow="5%")
result = di.estimate(di.Problem(model, data), di.Consistent())
print(result)
print(di.export(result, folder / "linkage_identified.xml", model=model))
