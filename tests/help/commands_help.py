"""A leg of three joints, and logs of its commands that MuJoCo makes, by no line of ours."""

from __future__ import annotations

import mujoco
import numpy as np

import dynid as di

KP, KD = 30.0, 1.0
JOINTS = ("haa", "hfe", "kfe")
TRUTH = {
    "armature": np.array([0.02, 0.03, 0.015]),
    "viscous": np.array([0.5, 0.3, 0.7]),
    "dry": np.array([0.3, 0.5, 0.2]),
    "bias": np.array([0.05, -0.04, 0.06]),
}
LAG = 5  # steps


def leg(step=0.002, integrator="Euler", free=False, actuator="motor", more=""):
    joint = "<freejoint/>" if free else ""
    gains = f' kp="{KP}" kv="{KD}"' if actuator == "position" else ""
    drives = "".join(f'<{actuator} name="{n}" joint="{n}"{gains}/>' for n in JOINTS)
    return f"""<mujoco model="leg">
  <compiler angle="radian"/>
  <option timestep="{step}" integrator="{integrator}"/>
  <worldbody>
    <body name="trunk" pos="0 0 1">{joint}
      <inertial pos="0 0 0" mass="5" diaginertia="0.1 0.1 0.05"/>
      <body name="hip">
        <inertial pos="0 0.01 0" mass="0.7" diaginertia="9e-4 6e-4 5e-4"/>
        <joint name="haa" axis="1 0 0"{more}/>
        <body name="thigh" pos="0 0.09 0">
          <inertial pos="-0.004 -0.02 -0.035" mass="1.1" diaginertia="6e-3 5.8e-3 9e-4"/>
          <joint name="hfe" axis="0 1 0"{more}/>
          <body name="shank" pos="0 0 -0.21">
            <inertial pos="0.006 0 -0.13" mass="0.25" diaginertia="1.5e-3 1.5e-3 6e-5"/>
            <joint name="kfe" axis="0 1 0"{more}/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>{drives}</actuator>
</mujoco>
"""


def chirps(t, top=6.0, size=0.35):
    phase = 2 * np.pi * (0.1 * t + (top - 0.1) / (2 * t[-1]) * t**2)
    return np.array([0.1, 0.6, -1.2]) + size * np.sin(phase[:, None] + np.array([0.0, 1.0, 2.2]))


def recorded(
    seconds=8.0,
    step=0.002,
    integrator="Euler",
    noise=1e-4,
    seed=0,
    qcmd=None,
    lag=LAG,
    bias="drive",
    actuator="motor",
    truth=TRUTH,
    **about,
):
    """A log at every step: the command of `lag` steps before acts."""
    model = mujoco.MjModel.from_xml_string(leg(step, integrator, actuator=actuator, **about))
    model.dof_armature[:], model.dof_damping[:] = truth["armature"], truth["viscous"]
    model.dof_frictionloss[:] = truth["dry"]
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    t = step * np.arange(round(seconds / step) + 1)
    qcmd = chirps(t) if qcmd is None else qcmd(t)
    data.qpos[:] = qcmd[0]
    b, q = truth["bias"], np.empty_like(qcmd)
    shown = b if bias in ("encoder", "log") else 0.0  # by how much the log is off
    pulled = {"drive": b, "encoder": -b, "log": 0 * b}[bias]  # in terms of the true angle
    for k in range(len(t)):
        q[k] = data.qpos + shown
        u = qcmd[max(k - lag, 0)] + pulled
        data.ctrl[:] = u if actuator == "position" else KP * (u - data.qpos) - KD * data.qvel
        mujoco.mj_step(model, data)
    q = q + noise * np.random.default_rng(seed).standard_normal(q.shape)
    return di.sim2real.make_command_log(JOINTS, t, q, qcmd)


def save(log, path):
    names = ["t", *(f"q_{j}" for j in log.joints), *(f"qcmd_{j}" for j in log.joints)]
    rows = np.column_stack([log.t, log.q, log.qcmd])
    np.savetxt(path, rows, delimiter=",", header=",".join(names), comments="", fmt="%.9g")


def robot_in(folder, **about):
    path = folder / "leg.xml"
    path.write_text(leg(**about))
    return di.load_robot(path)


def true_values(plant, lag=LAG, step=0.002):
    from dynid.sim2real.free_parameters import Values

    n = len(JOINTS)
    gains = {"kp": np.full(n, KP), "kd": np.full(n, KD)}
    servo = {"load": np.zeros(n), "limit": plant.limit}
    return Values(**TRUTH, **gains, **servo, delay=lag * step, bodies=plant.inertias)


def errors(found, step=0.002, lag=LAG):
    """{name: relative error} of all free parameters, and which intervals hold the truth."""
    true = {f"{j}.{kind}": x[k] for kind, x in TRUTH.items() for k, j in enumerate(JOINTS)}
    true |= {f"{j}.{kind}": x for kind, x in (("kp", KP), ("kd", KD)) for j in JOINTS}
    true["delay"] = lag * step
    value = dict(zip(found.free.names, found.free.to_vector(found.values)))
    inside = {
        n: found.compute_interval(n)[0] <= true[n] <= found.compute_interval(n)[1] for n in value
    }
    return {n: abs(x / true[n] - 1) for n, x in value.items()}, inside


#: two links, for commands that read a robot's file
ARM = """<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.15 0 0.02"/><mass value="2.0"/>
  <inertia ixx="0.004" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.12 0.01 0"/><mass value="1.2"/>
  <inertia ixx="0.002" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
  <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
  <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-2" upper="2" velocity="3" effort="50"/></joint></robot>"""
