"""A leg whose knee is turned by a crank and a rod, as Cassie's, and logs of its commands that
MuJoCo makes, with <connect>, by no line of ours."""

from __future__ import annotations

import mujoco
import numpy as np

import dynid as di

KP, KD = 60.0, 1.5
JOINTS = ("roll", "pitch", "crank", "toe")
TRUTH = {
    "armature": np.array([0.05, 0.07, 0.04, 0.01]),
    "viscous": np.array([0.6, 0.9, 0.5, 0.2]),
    "dry": np.array([0.6, 0.9, 0.5, 0.2]),
    "bias": np.array([0.03, -0.02, 0.04, 0.05]),
}
MIDDLE = np.array([0.05, 0.2, 0.1, -0.3])
LAG = 5  # samples
#: as stiff as MuJoCo's steps allow
STIFF = 'solref="{two_steps} 1" solimp="0.9999 0.9999 0.001"'


def leg(step=0.001, integrator="Euler", actuator="motor", knee='damping="0.1" armature="0.003"'):
    gains = f' kp="{KP}" kv="{KD}"' if actuator == "position" else ""
    drives = "".join(f'<{actuator} name="{n}" joint="{n}"{gains}/>' for n in JOINTS)
    return f"""<mujoco model="leg">
  <compiler angle="radian"/>
  <option timestep="{step}" integrator="{integrator}" iterations="200" tolerance="1e-14"/>
  <worldbody>
    <body name="hip" pos="0 0 1.2">
      <inertial pos="0 0.02 0" mass="1.5" diaginertia="4e-3 3e-3 3e-3"/>
      <joint name="roll" axis="1 0 0"/>
      <body name="thigh" pos="0 0.1 0">
        <inertial pos="0.01 0.01 -0.15" mass="3.2" diaginertia="0.05 0.05 0.006"/>
        <joint name="pitch" axis="0 1 0"/>
        <body name="crank" pos="0.04 0.03 -0.06">
          <inertial pos="0.03 0 0" mass="0.3" diaginertia="1e-4 3e-4 3e-4"/>
          <joint name="crank" axis="0 1 0"/>
          <body name="rod" pos="0.08 0 0">
            <inertial pos="-0.01 0 -0.17" mass="0.25" diaginertia="2.5e-3 2.5e-3 5e-5"/>
            <joint name="rod" axis="0 1 0"/>
          </body>
        </body>
        <body name="shank" pos="0 0 -0.4">
          <inertial pos="0.01 0.01 -0.16" mass="1.1" diaginertia="0.02 0.02 1.5e-3"/>
          <joint name="knee" axis="0 1 0" {knee}/>
          <body name="foot" pos="0 0 -0.38">
            <inertial pos="0.05 0 -0.02" mass="0.4" diaginertia="5e-4 1.2e-3 1e-3"/>
            <joint name="toe" axis="0 1 0"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <connect body1="rod" body2="shank" anchor="-0.02 0 -0.34" {STIFF.format(two_steps=2 * step)}/>
  </equality>
  <actuator>{drives}</actuator>
</mujoco>
"""


def chirps(t, top=5.0, size=0.25):
    phase = 2 * np.pi * (0.1 * t + (top - 0.1) / (2 * t[-1]) * t**2)
    return MIDDLE + size * np.sin(phase[:, None] + np.array([0.0, 1.0, 2.2, 3.0]))


def robot_in(folder, **about):
    path = folder / "leg.xml"
    path.write_text(leg(**about))
    return di.load_robot(path)


def recorded(seconds=6.0, step=0.001, every=1, noise=1e-4, seed=0, masses=None, qcmd=None, **about):
    """A log of every so manieth step: the command of LAG samples before acts. masses: {body:
    factor}."""
    model = mujoco.MjModel.from_xml_string(leg(step, **about))
    at = [model.jnt_dofadr[model.joint(name).id] for name in JOINTS]
    model.dof_armature[at], model.dof_damping[at] = TRUTH["armature"], TRUTH["viscous"]
    model.dof_frictionloss[at] = TRUTH["dry"]
    for body, factor in (masses or {}).items():
        model.body_mass[model.body(body).id] *= factor
        model.body_inertia[model.body(body).id] *= factor
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    t = step * every * np.arange(round(seconds / step / every) + 1)
    qcmd = chirps(t) if qcmd is None else qcmd(t)
    _close(model, data, at, qcmd[0])
    q = np.empty_like(qcmd)
    for k in range(len(t)):
        q[k] = data.qpos[at]
        u = qcmd[max(k - LAG, 0)] + TRUTH["bias"]
        for _ in range(every):
            tau = KP * (u - data.qpos[at]) - KD * data.qvel[at]
            data.ctrl[:] = u if about.get("actuator") == "position" else tau
            mujoco.mj_step(model, data)
    q = q + noise * np.random.default_rng(seed).standard_normal(q.shape)
    return di.sim2real.make_command_log(JOINTS, t, q, qcmd)


def _close(model, data, at, q):
    """The pose of MuJoCo's own in which the loop closes, by Newton on rod and knee."""
    passive = [model.joint(name).qposadr[0] for name in ("rod", "knee")]
    data.qpos[at] = q
    for _ in range(50):
        mujoco.mj_forward(model, data)
        loop = slice(0, 3)
        J = data.efc_J.reshape(-1, model.nv)[loop][:, passive]
        data.qpos[passive] -= np.linalg.lstsq(J, data.efc_pos[loop], rcond=None)[0]


def true_values(plant, bodies=None, lag=LAG, period=0.001):
    from dynid.sim2real.free_parameters import Values

    gains = {"kp": np.full(len(JOINTS), KP), "kd": np.full(len(JOINTS), KD)}
    bodies = plant.inertias if bodies is None else bodies
    servo = {"load": np.zeros(len(JOINTS)), "limit": plant.limit}
    return Values(**TRUTH, **gains, **servo, delay=lag * period, bodies=bodies)
