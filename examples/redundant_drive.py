"""Three motors for two degrees of freedom: from the file of the CAD to control with a preload.

Motors in excess can press against each other. That takes the play out of the gears: no motor's
torque changes its sign any more. The preload moves nothing, so the log of the preloaded machine
shows the dynamics as any other.
"""

import tempfile
from pathlib import Path

import numpy as np

import dynid as di
from dynid.closed_chains import compute_preload, distribute_among_motors

FEET = ((-0.3, -0.2), (0.3, -0.2), (0.0, 0.35))
LINK = 0.3
PRELOAD = (5.0, 5.0, 5.0)  # Nm: that of these which moves nothing is applied


def make_mjcf(heavier: float = 1.0) -> str:
    """Three limbs of two links that hold one point of a horizontal table, a motor in each foot."""
    limbs, pins, home = "", "", []
    for k, (x, y) in enumerate(FEET):
        bend = np.arccos(np.hypot(x, y) / (2 * LINK))
        home += [np.arctan2(-y, -x) + bend, -2 * bend]
        link = f'mass="{{:.3f}}" pos="{LINK / 2} 0 0" diaginertia="1e-4 {{:.2e}} {{:.2e}}"'
        arm, rod = (link.format(m * heavier, *[m * LINK**2 / 12] * 2) for m in (0.6, 0.3))
        limbs += f"""
    <body name="arm{k}" pos="{x} {y} 0"><joint name="motor{k}" axis="0 0 1"/><inertial {arm}/>
      <body name="rod{k}" pos="{LINK} 0 0"><joint name="elbow{k}" axis="0 0 1"/><inertial {rod}/>
        <site name="tip{k}" pos="{LINK} 0 0"/></body></body>"""
        pins += f'<connect name="pin{k}" site1="tip0" site2="tip{k}"/>' if k else ""
    motors = "".join(f'<motor joint="motor{k}"/>' for k in range(len(FEET)))
    pose = " ".join(f"{angle:.15f}" for angle in home)
    return f"""<mujoco model="table"><compiler angle="radian"/>
  <worldbody>{limbs}
  </worldbody>
  <equality>{pins}</equality>
  <actuator>{motors}</actuator>
  <keyframe><key name="home" qpos="{pose}"/></keyframe>
</mujoco>"""


def count_reversals(tau: np.ndarray) -> int:
    """How often a motor's torque changes its sign."""
    return int(np.count_nonzero(np.diff(np.sign(tau), axis=0)))


folder = Path(tempfile.mkdtemp(prefix="redundant-drive-"))
(folder / "table.xml").write_text(make_mjcf())

# the machine: 15 % heavier than its file says, with friction in its motors
(folder / "machine.xml").write_text(make_mjcf(heavier=1.15))
effects = [di.Viscous(), di.Coulomb()]
machine = di.Model(di.load_robot(folder / "machine.xml"), effects)
p_machine = machine.prior.copy()
for k, name in enumerate(machine.parameters):
    if name.endswith(("viscous", "coulomb")):
        p_machine[k] = 0.1 if name.endswith("viscous") else 0.2

# identify, from a log of the preloaded machine
robot = di.load_robot(folder / "table.xml")
print(robot, "motors:", ", ".join(robot.motors))
model = di.Model(robot, effects)
home = {name: robot.home[name] for name in robot.actuated}
limits = di.Limits(position={n: (x - 0.35, x + 0.35) for n, x in home.items()}, velocity=3.0)
series = di.Fourier(period=5, harmonics=4)
motion, slow = (
    di.design_excitation(model, series, limits, starts=1, iterations=15, seed=seed).trajectory
    for seed in (0, 1)
)
sensors = di.Measurement(encoder=1e-5, relative_noise=0.01)
logs = {"run": motion, "test": slow}
for seed, (name, way) in enumerate(logs.items()):
    log = di.simulate(machine, p_machine, way, measurement=sensors, preload=PRELOAD, seed=seed)
    log.save(folder / f"{name}.csv")
outcome = di.identify(
    folder / "table.xml",
    [folder / "run.csv"],
    test=[folder / "test.csv"],
    effects="viscous,coulomb",
)
print(outcome)

# control: computed torque by the file's parameters and by the identified ones, on the machine
model, found = outcome.result.model, outcome.result.p
as_shipped = np.where(np.isnan(model.prior), 0.0, model.prior)
errors = []
for p in (as_shipped, found):
    drive = di.simulation.ComputedTorque(slow, bandwidth=20.0, model=model, p=p)
    truth = di.simulate(machine, p_machine, drive).truth
    errors.append(float(np.degrees(np.sqrt(np.mean((truth.q - slow.at(truth.t)[0]) ** 2)))))
print(f"tracking error: {errors[0]:.3f} deg by the file, {errors[1]:.4f} deg as identified")

# the torques that the motors need for it, without and with the preload: what of it moves nothing
q, qd, qdd = slow.at(np.arange(0.0, slow.duration, 0.002))
tau = model.inverse_dynamics(q, qd, qdd, found)
alone = distribute_among_motors(robot, q, tau)
pressed = distribute_among_motors(robot, q, tau, preload=PRELOAD)
inner = compute_preload(robot, q, pressed - alone)
turns = count_reversals(alone), count_reversals(pressed)
print(f"reversals of motor torques: {turns[0]} alone, {turns[1]} with the preload")
print(f"the preload presses with up to {np.abs(inner).max():.2f} Nm and moves nothing")

print(di.export(outcome.result, folder / "table_identified.xml"))
print(di.export(outcome.result, folder / "table_c", kind="c"))
