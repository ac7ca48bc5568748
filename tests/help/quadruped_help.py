"""A small quadruped swaying on four feet, simulated by MuJoCo: what its base, its IMU, its feet and
its joints record."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from dynid.arrays import Array

LEGS = {"FL": (1, 1), "FR": (1, -1), "RL": (-1, 1), "RR": (-1, -1)}
THIGH = SHANK = 0.21
STAND = (0.0, 0.8, -1.6)


def _leg(name: str, front: int, left: int, armature: float, friction: float) -> str:
    on = f'damping="{friction}" armature="{armature}"'
    return f"""
    <body name="{name}_hip" pos="{0.19 * front} {0.05 * left} 0">
      <inertial pos="{-0.005 * front} {0.002 * left} 0.001" mass="0.68"
        fullinertia="5e-4 9e-4 6e-4 {1e-5 * front} 0 0"/>
      <joint name="{name}_roll" axis="1 0 0" {on}/>
      <body name="{name}_thigh" pos="0 {0.09 * left} 0">
        <inertial pos="-0.004 {-0.02 * left} -0.033" mass="1.15"
          fullinertia="5.9e-3 5.8e-3 1e-3 0 4e-5 {2e-4 * left}"/>
        <joint name="{name}_pitch" axis="0 1 0" {on}/>
        <body name="{name}_shank" pos="0 0 -{THIGH}">
          <inertial pos="0.006 0.001 -0.12" mass="0.24" diaginertia="1.95e-3 2e-3 9e-5"/>
          <joint name="{name}_knee" axis="0 1 0" {on}/>
          <geom name="{name}_ball" type="sphere" size="0.004" pos="0 0 -{SHANK}" mass="0"
            friction="1.5" solref="0.004 1" solimp="0.98 0.995 0.0005" condim="3"/>
          <site name="{name}_foot" pos="0 0 -{SHANK}"/>
        </body>
      </body>
    </body>"""


def quadruped(armature: float = 0.01, friction: float = 0.0) -> str:
    """MJCF of a robot of 15 kg with twelve motors."""
    legs = "".join(_leg(name, *side, armature, friction) for name, side in LEGS.items())
    joints = [f"{leg}_{joint}" for leg in LEGS for joint in ("roll", "pitch", "knee")]
    motors = "".join(f'<motor name="{name}" joint="{name}"/>' for name in joints)
    return f"""<mujoco model="dog">
  <option timestep="0.001" integrator="implicitfast" cone="elliptic" impratio="20"/>
  <worldbody><geom type="plane" size="3 3 1" friction="1.5"/>
  <body name="trunk" pos="0 0 0.3"><freejoint name="root"/>
    <inertial pos="0.021 0.006 -0.005" mass="6.9" fullinertia="0.025 0.098 0.107 1e-4 -1e-3 3e-4"/>
    <site name="imu" pos="-0.03 0.02 0.05" euler="0 0 90"/>{legs}
  </body></worldbody>
  <actuator>{motors}</actuator>
  <keyframe><key name="home" qpos="0 0 0.2926 1 0 0 0 {4 * (" ".join(map(str, STAND)) + " ")}"/>
  </keyframe>
  <sensor><gyro name="gyro" site="imu"/><accelerometer name="acc" site="imu"/></sensor>
</mujoco>"""


@dataclass(frozen=True)
class Sway:
    """What a run shows, without noise: t (N,), pose (N, 7), joints (N, 12), their torques, IMU
    (N, 6), and for each foot force (N, 3) and point (N, 3) of contact in the world."""

    model: mujoco.MjModel
    joints: tuple[str, ...]
    t: Array
    pose: Array
    q: Array
    tau: Array
    imu: Array
    force: dict[str, Array]
    point: dict[str, Array]

    @property
    def mass(self) -> float:
        return float(self.model.body_subtreemass[1])

    def columns(self, rng: np.random.Generator, noise: float = 1.0) -> dict[str, Array]:
        """As a log, all with noise: pose 0.5 mm and 0.5 mrad, encoders 0.05 mrad, torques 0.05 Nm,
        forces 0.3 N, gyro 2 mrad/s, accelerometer 0.02 m/s^2, both with offsets."""

        def noisy(x: Array, sigma: float) -> Array:
            return np.asarray(x + noise * sigma * rng.normal(size=x.shape))

        pose = np.hstack([noisy(self.pose[:, :3], 5e-4), noisy(self.pose[:, 3:], 2.5e-4)])
        pose[:, 3:] /= np.linalg.norm(pose[:, 3:], axis=1, keepdims=True)
        gyro, acc = noisy(self.imu[:, :3], 2e-3), noisy(self.imu[:, 3:], 0.02)
        names = [*(f"base_{x}" for x in "xyz"), *(f"base_q{x}" for x in "wxyz")]
        found = {"t": self.t, **dict(zip(names, pose.T))}
        found |= dict(zip((f"imu_w{x}@imu" for x in "xyz"), (gyro + noise * 0.01).T))
        found |= dict(zip((f"imu_a{x}@imu" for x in "xyz"), (acc + noise * 0.05).T))
        found |= dict(zip((f"q_{name}" for name in self.joints), noisy(self.q, 5e-5).T))
        found |= dict(zip((f"tau_{name}" for name in self.joints), noisy(self.tau, 0.05).T))
        for foot, force in self.force.items():
            found |= dict(zip((f"f{x}_{foot}@world" for x in "xyz"), noisy(force, 0.3).T))
            found |= dict(zip((f"p{x}_{foot}@world" for x in "xyz"), self.point[foot].T))
        return found


def sway(  # type: ignore[no-untyped-def]
    text: str, seconds: float = 20.0, rate: float = 500.0, seed: int = 0, wanted=None
) -> Sway:
    """The robot swaying: six sums of sines move its trunk, its legs follow, by position control;
    wanted: angles of the joints and their rates as functions of time instead."""
    model = mujoco.MjModel.from_xml_string(text)
    data, dt = mujoco.MjData(model), model.opt.timestep
    joints = tuple(model.joint(j).name for j in range(1, model.njnt))
    feet = {f"{leg}_foot": model.site(f"{leg}_foot").id for leg in LEGS}
    data.qpos[7:] = np.tile(STAND, 4) if wanted is None else wanted[0](0.0)
    mujoco.mj_kinematics(model, data)
    data.qpos[2] -= min(data.site_xpos[s][2] for s in feet.values()) - 0.004
    if wanted is None:
        wanted = _targets(model, data, list(feet.values()), seconds, seed)
    target, target_rate = wanted
    every, samples = round(1 / (rate * dt)), []
    balls = {model.geom(f"{leg}_ball").id: f"{leg}_foot" for leg in LEGS}
    lead = 1.0
    for k in range(int((seconds + lead) / dt)):
        time = max(k * dt - lead, 0.0)
        moving = k * dt > lead
        q, qd = target(time), target_rate(time) if moving else np.zeros(12)
        data.ctrl[:] = 150 * (q - data.qpos[7:]) + 4 * (qd - data.qvel[6:])
        mujoco.mj_step(model, data)
        if moving and k % every == 0:
            mujoco.mj_forward(model, data)
            samples.append(_sample(model, data, balls))
    t = np.arange(len(samples)) / rate
    pose, q, tau, imu, force, point = (np.array(x) for x in zip(*samples))
    named = {foot: k for k, foot in enumerate(balls.values())}
    return Sway(
        model, joints, t, pose, q, tau, imu,
        {foot: force[:, k] for foot, k in named.items()},
        {foot: point[:, k] for foot, k in named.items()},
    )  # fmt: skip


def _targets(model, data, sites, seconds, seed):  # type: ignore[no-untyped-def]
    """Joint angles in time by which the feet stay where they are while the trunk sways."""
    from scipy.interpolate import CubicSpline

    rng = np.random.default_rng(seed)
    mujoco.mj_kinematics(model, data)
    feet = np.array([data.site_xpos[s] for s in sites])
    start = data.qpos.copy()
    size = np.array([0.02, 0.02, 0.02, 0.08, 0.08, 0.1])
    f, phase = rng.uniform(0.2, 1.0, (6, 4)), rng.uniform(0, 2 * np.pi, (6, 4))
    knots, shadow = np.arange(0, seconds + 0.05, 0.02), mujoco.MjData(model)
    shadow.qpos[:] = start
    found = []
    for t in knots:
        fade = np.clip(t / 1.0, 0, 1) ** 2 * (3 - 2 * np.clip(t / 1.0, 0, 1))
        x = fade * size * np.sin(2 * np.pi * f * t + phase).sum(axis=1) / 2.0
        shadow.qpos[:3] = start[:3] + x[:3]
        mujoco.mju_euler2Quat(shadow.qpos[3:7], x[3:], "xyz")
        for _ in range(6):
            mujoco.mj_kinematics(model, shadow)
            mujoco.mj_comPos(model, shadow)
            J, error = np.zeros((12, 12)), np.zeros(12)
            for k, site in enumerate(sites):
                own = np.zeros((3, model.nv))
                mujoco.mj_jacSite(model, shadow, own, None, site)
                J[3 * k : 3 * k + 3] = own[:, 6:]
                error[3 * k : 3 * k + 3] = feet[k] - shadow.site_xpos[site]
            shadow.qpos[7:] += np.linalg.solve(J, error)
        found.append(shadow.qpos[7:].copy())
    spline = CubicSpline(knots, np.array(found))
    return spline, spline.derivative()


def _sample(model, data, balls):  # type: ignore[no-untyped-def]
    force, point = np.zeros((len(balls), 3)), np.zeros((len(balls), 3))
    place = {geom: k for k, geom in enumerate(balls)}
    for k, geom in enumerate(balls):
        point[k] = data.geom_xpos[geom]
    for c in range(data.ncon):
        contact = data.contact[c]
        geom = contact.geom2 if contact.geom2 in balls else contact.geom1
        if geom not in balls:
            continue
        local = np.zeros(6)
        mujoco.mj_contactForce(model, data, c, local)
        sign = 1.0 if contact.geom2 == geom else -1.0
        force[place[geom]] += sign * contact.frame.reshape(3, 3).T @ local[:3]
        point[place[geom]] = contact.pos
    imu = np.concatenate([data.sensor("gyro").data, data.sensor("acc").data])
    tau = data.qfrc_actuator[6:].copy()
    return data.qpos[:7].copy(), data.qpos[7:].copy(), tau, imu, force, point
