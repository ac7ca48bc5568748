"""The CFT-transposer robot against its paper: Rodriguez-Angeles et al. 2002, section 4 (kinematics)
and Appendix B.

The appendix is written out in `dynid/papers/cft_appendix_b.py`; here its theta is placed on the
eight bodies of dynid's robot, in the words of Table 4, and M, C, G must come out the same.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, pi, sin

from dynid.closed_chains.closing import close
from dynid.closed_chains.frame_motion import compute_task_jacobian
from dynid.closed_chains.kinematics import forward_kinematics
from dynid.model.model import Model
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002 import rodriguez_robot as cft_robot
from dynid.papers.rodriguez2002.appendix_b import TABLE_4, Lengths
from dynid.papers.rodriguez2002.voltages import make_motors
from dynid.robot.builtin import cft

N = 200
TABLE_1 = Lengths()
ODD = Lengths(
    L2=0.31, L4=0.07, L5=0.29, L6=0.24, L7=0.09, L8=0.41, d6=0.055, d=0.113
)  # here L5 is not L4 + L6
D_S = cft_robot.D_S
CARRIER = dict(enumerate(cft_robot.CARRIER, start=1))


def parameters(model, values):
    """The vector p with the named values, zero elsewhere."""
    p = np.zeros(len(model.parameters))
    for name, value in values.items():
        p[model.parameters.index(name)] = value
    return p


def second_moment(body, axis):
    """A unit second moment along an axis, the paper's I_xx = (-I*xx + I*yy + I*zz)/2, in ordinary
    moments I*."""
    return {f"{body}.I{other}{other}": 1.0 for other in "xyz" if other != axis}


@pytest.fixture(scope="module")
def x_c():
    """Random Cartesian coordinates x_c1 ... x_c4 within the limits of Table 5."""
    return np.random.default_rng(1).uniform(cft_robot.LOWEST, cft_robot.HIGHEST, (N, 4))


@pytest.fixture(scope="module")
def q(x_c):
    return cft_robot.compute_joints(x_c)


@pytest.fixture(scope="module")
def qd():
    return np.random.default_rng(2).normal(size=(N, 4))


@pytest.fixture(scope="module", params=[TABLE_1, ODD], ids=["table 1", "odd lengths"])
def L(request):
    return request.param


@pytest.fixture(scope="module")
def model(L):
    return Model(cft(**L._asdict()))


def assert_same(ours, theirs, tolerance=1e-10):
    """Equal, as measured by the largest entry (or by 1, where all entries are zero)."""
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * (np.abs(theirs).max() or 1.0))


THETAS = {"table 4": TABLE_4} | {f"theta_{k}": np.eye(12)[k - 1] for k in CARRIER}


@pytest.mark.parametrize("theta", THETAS.values(), ids=THETAS.keys())
def test_model_is_appendix_b(model, L, q, qd, theta):
    """M, C, G of Appendix B: with the values of Table 4, and with each theta alone."""
    p = cft_robot.map_to_robot(model, theta)
    assert_same(model.mass_matrix(q, p), paper.M(q, theta, L))
    assert_same(model.coriolis(q, qd, p), paper.C(q, qd, theta, L))
    assert_same(model.gravity(q, p), paper.G(q, theta, L))


def test_torque_is_equation_60(model, L, q, qd):
    """tau = M qdd + C qd + G, equation (60) without friction."""
    qdd = np.random.default_rng(3).normal(size=(N, 4)) * 5
    inertia = np.einsum("kij,kj->ki", paper.M(q, TABLE_4, L), qdd)
    coriolis = np.einsum("kij,kj->ki", paper.C(q, qd, TABLE_4, L), qd)
    tau = inertia + coriolis + paper.G(q, TABLE_4, L)
    assert_same(model.inverse_dynamics(q, qd, qdd, cft_robot.map_to_robot(model, TABLE_4)), tau)


def test_appendix_b_keeps_energy(L, q, qd):
    """Mdot - 2C is skew, (19), and C(q, x) y = C(q, y) x, (21): the appendix, whole, on its own
    terms."""
    h = 1e-5
    M_rate = (paper.M(q + h * qd, TABLE_4, L) - paper.M(q - h * qd, TABLE_4, L)) / (2 * h)
    S = M_rate - 2 * paper.C(q, qd, TABLE_4, L)
    assert np.abs(S + S.transpose(0, 2, 1)).max() < 1e-7 * np.abs(M_rate).max()
    y = np.random.default_rng(4).normal(size=(N, 4))
    xy = np.einsum("kij,kj->ki", paper.C(q, qd, TABLE_4, L), y)
    assert_same(xy, np.einsum("kij,kj->ki", paper.C(q, y, TABLE_4, L), qd), 1e-14)


def test_gravity_is_the_slope_of_the_potential(L, q):
    """G = dU/dq, (17), by finite differences of the heights that (59) and the frames of Table 2
    give."""
    _, _, _, _, th5, th6, th7, th8, th9, th10, th11, th12 = TABLE_4

    def U(q):
        q4, q45 = q[:, 2], q[:, 2] + q[:, 3]
        upright4, upright5 = (
            (th5 + th7) * cos(q4) - (th6 + th8) * sin(q4),
            th9 * cos(q45) - th10 * sin(q45),
        )
        link6 = th11 * (L.L4 * cos(q4) + L.L5 * cos(q45))
        tool = th12 * ((L.L4 + L.L6) * cos(q4) + L.L5 * cos(q45))
        return 9.81 * (upright4 + upright5 + link6 + tool)

    h = 1e-5
    slope = np.stack([(U(q + h * e) - U(q - h * e)) / (2 * h) for e in np.eye(4)], axis=1)
    assert_same(paper.G(q, TABLE_4, L), slope, 1e-8)


#: Table 4, theta_4: the second moments it sums (m l^2 and I together are moments about the body's
#: frame)
THETA_4 = ("2x", "2y", "3y", "3z", "4z", "5z", "6z", "7y", "7z", "8x", "8z")
SUMMANDS = [(1, {"link2.m": 1.0}), (12, {"link8.m": 1.0})]
SUMMANDS += [(4, second_moment(f"link{body}", axis)) for body, axis in THETA_4]


@pytest.mark.parametrize(
    ("k", "values"), SUMMANDS, ids=[f"theta_{k} {' '.join(v)}" for k, v in SUMMANDS]
)
def test_what_table_4_lumps_together_is_inseparable(model, q, qd, k, values):
    """Every summand of theta_1, theta_4, theta_12 has the same column of the regressor."""
    Y = model.regressor(q, qd, np.random.default_rng(5).normal(size=(N, 4)))
    assert_same(Y @ parameters(model, values), Y @ parameters(model, {CARRIER[k]: 1.0}), 1e-13)


def test_table_4_leaves_ten_base_parameters_out(model, L, q, qd):
    """47 of 80 parameters contribute, in 22 combinations if L5 = L4 + L6 as in Table 1, else 23;
    the paper keeps 12."""
    Y = model.regressor(q, qd, np.random.default_rng(6).normal(size=(N, 4))).reshape(4 * N, -1)
    contributes = np.linalg.norm(Y, axis=0) > 1e-9
    assert contributes.sum() == 47
    assert np.linalg.matrix_rank(Y, tol=1e-9) == (22 if np.isclose(L.L5, L.L4 + L.L6) else 23)
    assert (
        np.linalg.matrix_rank(Y[:, [model.parameters.index(c) for c in CARRIER.values()]], tol=1e-9)
        == 12
    )


def test_reduced_coordinates(model, L, q):
    """(54), (56) and the pantograph: q7 = pi - q4, q3 = L4 (sin q4 + sin(q4 + q5)) + d, q6 =
    -q5."""
    _, _, q4, q5 = q.T
    closed = dict(zip(model.robot.coordinates, close(model.robot, q).q.T))
    assert_same(closed["q3"], L.L4 * (sin(q4) + sin(q4 + q5)) + L.d, 1e-13)
    assert_same(closed["q6"], -q5, 1e-13)
    assert_same(closed["q7"], pi - q4, 1e-13)


def test_poses_meet_the_screws(x_c, q):
    """(62): the joint coordinates of (57) put the screws x_r, y_r where (48), (49) want them, all
    over Table 5."""
    _, _, q4, q5 = q.T
    L4, L6, d = TABLE_1.L4, TABLE_1.L6, TABLE_1.d
    assert_same(-L4 * (sin(q4 + q5) + sin(q4)), L4 / L6 * (x_c[:, 1] - d - D_S), 1e-14)
    assert_same(L4 * (cos(q4 + q5) + cos(q4)), L4 / (L4 + L6) * (0.25 - x_c[:, 0]), 1e-14)


def test_tool_position(model, L, q):
    """(59), with sin(q2 + q4) + sin(q4 - q2) in y_T where a difference is printed; the tool stays
    level."""
    q1, q2, q4, q5 = q.T
    x_T = (
        -(L.L8 + L.d) * sin(q2)
        + 1 / 2 * (cos(-q2 + q4) - cos(q2 + q4)) * L.L6
        + 1 / 2 * (cos(q5 - q2 + q4) - cos(q5 + q2 + q4)) * (L.L5 - L.L4)
    )
    y_T = (
        q1
        + (L.L8 + L.d) * cos(q2)
        - 1 / 2 * (sin(q2 + q4) + sin(-q2 + q4)) * L.L6
        - 1 / 2 * (sin(q5 - q2 + q4) + sin(q5 + q2 + q4)) * (L.L5 - L.L4)
    )
    z_T = L.L2 - L.L7 + (L.L6 + L.L4) * cos(q4) + L.L5 * cos(q4 + q5)
    pose = forward_kinematics(model.robot, q)
    assert_same(pose[:, :3, 3], np.stack([x_T, y_T, z_T], axis=1), 1e-13)
    assert_same(pose[:, 2, :3], np.tile([0.0, 1.0, 0.0], (N, 1)), 1e-13)


def test_the_motors_pull_along_the_public_jacobian():
    """(66): x_r is q3, turned round; y_r a seventh of the height of the tool."""
    _, q, _ = cft_robot.draw_poses(50)
    rows = ("tool.z", "q3", "q2", "q1")
    J = compute_task_jacobian(cft(), q, None, rows)[0] * np.array([-1 / 7, -1, 1, 1])[:, None]
    by_66 = [make_motors(None).transmission(pose) for pose in q]
    np.testing.assert_allclose(J, by_66, atol=1e-14)
