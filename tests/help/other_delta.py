"""Gnad's method on another Delta: other lengths, two struts a limb, limbs 1.5 % apart in mass, and
where wanted in length; MuJoCo moves it, and the drives' encoders and torques are all that is
kept."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np

import dynid as di
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.model.solids import cylinder
from dynid.robot.geometry import inertial

RATE, STEP = 1000.0, 2e-4  # Hz of the controller and the log; s of MuJoCo
APART = (0.985, 1.0, 1.015)  # by which the bodies of the three limbs are heavier than the drawn
LENGTHS = {"base_radius": 0.17, "platform_radius": 0.055, "arm": 0.36, "strut": 0.82}
UNEQUAL = {  # arms and struts 1.5 % apart, too
    **LENGTHS,
    "arm": tuple(0.36 * k for k in (0.985, 1.0, 1.015)),
    "strut": tuple(0.82 * k for k in (1.0, 1.015, 0.985)),
}
JOINTS = ("arm1", "arm2", "arm3", "psi", "slide")
VISCOUS = dict(zip(JOINTS, (1.1, 1.3, 1.2, 0.06, 5.0)))
COULOMB = dict(zip(JOINTS, (2.4, 3.0, 2.7, 0.25, 6.0)))
ROTOR = 1.5e-3  # kg m^2, of psi
CENTRE, RADIUS = (0.0, 0.0, -0.66), 0.27
ENCODER = 2 * np.pi / 2**19
NOISE = 0.01  # of the torques' RMS

#: what the limbs, platform, bar and tool are like
TRUE = {
    "arm": inertial(1.4, (0.13, 0.0, 0.01), (2.5e-3, 2.6e-2, 2.5e-2)),
    "strut": inertial(0.11, (0.41, 0, 0), (2e-5, 7.5e-3, 7.5e-3)),
    "platform": inertial(0.95, (0, 0, 0), (1.2e-3, 1.2e-3, 2e-3)),
    "telescope_upper": cylinder(0.008, 0.5, mass=0.7, position=(0, 0, -0.25)),
    "telescope_lower": cylinder(0.012, 0.55, inner_radius=0.008, mass=0.4, position=(0, 0, 0.275)),
    "end_effector": inertial(0.45, (0.012, -0.006, -0.04), (1.1e-3, 1.2e-3, 8e-4)),
}
#: what a user guesses of them by simple shapes
GUESS = {
    "arm": cylinder(0.03, 0.36, mass=1.1, position=(0.15, 0, 0), axis="x"),
    "strut": cylinder(0.006, 0.82, mass=0.09, position=(0.41, 0, 0), axis="x"),
    "platform": cylinder(0.055, 0.02, mass=1.2),
    "telescope_upper": cylinder(0.008, 0.5, mass=0.85, position=(0, 0, -0.25)),
    "telescope_lower": cylinder(0.012, 0.55, inner_radius=0.008, mass=0.5, position=(0, 0, 0.275)),
    "end_effector": TRUE["end_effector"],  # known, as section VI f assumes
}


def delta(bodies, apart=(1.0, 1.0, 1.0), friction=False, lengths=LENGTHS):
    """The robot with its bodies, those of limb i `apart[i]` times as heavy; with all it rubs in, as
    MuJoCo reads it."""
    robot = di.robots.delta4(**lengths, struts=2, spacing=0.09)

    def own(body):
        if body.massless:
            return body
        kind = body.name.rstrip("ab123")
        limb = next((int(c) for c in body.name if c in "123"), 0)
        return replace(body, inertia=bodies[kind] * (apart[limb - 1] if limb else 1.0))

    def rubbing(body):
        name = body.joint.name
        if not friction or name not in JOINTS:
            return body
        joint = replace(
            body.joint,
            damping=VISCOUS[name],
            friction=COULOMB[name],
            armature=ROTOR if name == "psi" else None,
        )
        return replace(body, joint=joint)

    return robot.replace(bodies=tuple(rubbing(own(body)) for body in robot.bodies))


def drawn():
    """The robot as a user draws it: `dynid identify other_delta.py:drawn log.csv`."""
    return delta(GUESS)


def model_of(robot, symmetric=True):
    return di.Model(
        robot, [di.Viscous(JOINTS), di.Coulomb(JOINTS), di.RotorInertia(("psi",))], symmetric
    )


def truth(symmetric=True, apart=APART):
    """The parameters of MuJoCo's robot; those of tied bodies are their mean."""
    return model_of(delta(TRUE, apart, friction=True), symmetric).prior


def errors(model, p, q, lengths=LENGTHS):
    """In %: the largest error of M, against the mean of its entry, of the drives' friction, and the
    least eigenvalue."""
    exact = model_of(delta(TRUE, APART, friction=True, lengths=lengths), symmetric=False)
    M, M_true = model.mass_matrix(q, p), exact.mass_matrix(q, exact.prior)
    e = 100 * np.abs(M - M_true).max(axis=0) / np.abs(M_true.mean(axis=0))
    names = [f"{joint}.{kind}" for joint in JOINTS[:4] for kind in ("viscous", "coulomb")]
    at = [model.parameters.index(name) for name in names]
    return {
        "M diagonal": np.diag(e).max(),
        "M off-diagonal": max(e[0, 1], e[0, 2], e[1, 2]),  # as Fig. 4: those with psi have mean 0
        "drive friction": 100 * np.abs(p[at] / truth(model.symmetric)[at] - 1).max(),
        "smallest eigenvalue of M": np.linalg.eigvalsh(M).min(),
    }


def slide_errors(result):
    """In %: viscous and dry friction of the slide."""
    at = [result.parameters.index(f"slide.{kind}") for kind in ("viscous", "coulomb")]
    return 100 * np.abs(result.p[at] / truth(result.model.symmetric)[at] - 1)


def inside(result, name):
    """Whether the 95 % interval of a parameter holds its true value."""
    k = result.parameters.index(name)
    low, high = result.p_interval[k]
    return low <= truth(result.model.symmetric)[k] <= high


def ellipsoid(result, base):
    """How far off all base parameters together are, e' C^-1 e, and of how many directions: within
    their covariance it is distributed as chi^2. The forms fix the other directions."""
    off = result.theta - base.compute_theta(truth(base.model.symmetric))
    some = result.std > 1e-9
    std = result.std[some]
    value, V = np.linalg.eigh(result.covariance[np.ix_(some, some)] / np.outer(std, std))
    free = value > 1e-6 * value[-1]
    return float(np.sum((V.T @ (off[some] / std))[free] ** 2 / value[free])), int(free.sum())


def base_deviations(result, base):
    """How many of its deviations every base parameter is off, but those that the forms fix."""
    off, std = result.theta - base.compute_theta(truth(base.model.symmetric)), result.std
    return (off / np.where(std > 1e-9, std, 1.0))[std > 1e-9]


def motion(model, seed, period=6.0, iterations=12):
    """A designed motion within a hemisphere."""
    arms = ("arm1", "arm2", "arm3")
    limits = di.excitation.Limits(
        workspace=di.excitation.Hemisphere(CENTRE, RADIUS),
        velocity={**dict.fromkeys(arms, 9.0), "psi": 30.0},
        acceleration={**dict.fromkeys(arms, 80.0), "psi": 150.0},
    )
    series = di.excitation.Fourier(period, 6, coordinates="task")
    found = di.design_excitation(
        model,
        series,
        limits,
        starts=1,
        seed=seed,
        iterations=iterations,
        samples=80,
        friction_weight=0.1,
    )
    return found.trajectory


def run(trajectory, seed, seconds=6.0, dry=True, lengths=LENGTHS):
    """The log of MuJoCo's robot: what is guessed feeds forward, PD does the rest."""
    t, q, tau = move(trajectory, seconds, dry, lengths)
    rng = np.random.default_rng(seed)
    noise = NOISE * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
    return di.Log(trajectory.robot.actuated, t, np.round(q / ENCODER) * ENCODER, tau + noise)


def move(trajectory, seconds, dry=True, lengths=LENGTHS, apart=APART):
    """Times, positions and torques of the drives."""
    robot = delta(TRUE, apart, friction=True, lengths=lengths)
    engine = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    # MuJoCo's other integrators are of first order: at a quarter of this step they make the
    # torques wrong by 0.1 %, and friction by two of the deviations that 1 % of noise leaves
    engine.opt.timestep, engine.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    if dry:  # MuJoCo's own friction grows over 0.02 s of braking: up to 0.15 m/s in the slide
        engine.dof_solref[:], engine.dof_solimp[:, :2] = (2 * STEP, 1.0), 0.9999
    data = mujoco.MjData(engine)
    drawn = di.Model(delta(GUESS))
    t = np.arange(round((seconds + 0.5) * RATE) + 1) / RATE
    q_d, qd_d, qdd_d = trajectory.at(t % trajectory.duration)
    ahead = drawn.inverse_dynamics(q_d, qd_d, qdd_d, drawn.prior)
    whole = di.close(robot, q_d[:1], qd_d[:1])
    for name, x, v in zip(robot.coordinates, whole.q[0], whole.qd[0]):
        data.joint(name).qpos, data.joint(name).qvel = x, v
    at = [engine.joint(name).qposadr[0] for name in robot.actuated]
    dof = [engine.joint(name).dofadr[0] for name in robot.actuated]
    motor = [engine.actuator(name).id for name in robot.actuated]
    kp, kd = np.array([900.0, 900.0, 900.0, 12.0]), np.array([25.0, 25.0, 25.0, 0.3])
    q, tau = np.empty_like(q_d), np.empty_like(q_d)
    for k in range(len(t)):
        q[k] = data.qpos[at]
        tau[k] = ahead[k] + kp * (q_d[k] - q[k]) + kd * (qd_d[k] - data.qvel[dof])
        data.ctrl[motor] = tau[k]
        mujoco.mj_step(engine, data, round(1 / (RATE * STEP)))
    tau[1:] = 0.5 * (tau[1:] + tau[:-1])  # held: half of it acts before the sample, half after
    late = t >= 0.5
    return t[late], q[late], tau[late]


FORMS = {
    "arm1": "planar arm y",
    "strut1a": "slender strut x",
    "telescope_upper": "axial telescope z",
    "telescope_lower": "axial telescope z",
    "platform": "translating platform",
}


def forms(model):
    """What section VI knows of the bodies, of every limb where the model has them apart."""
    kinds = {name.rstrip("ab123"): form for name, form in FORMS.items()}
    bodies = dict.fromkeys(name.split(".")[0] for name in model.parameters if name.endswith(".m"))
    return {body: kinds[body.rstrip("ab123")] for body in bodies if body.rstrip("ab123") in kinds}
