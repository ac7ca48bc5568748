"""How many combinations of inertial parameters act on the freedoms of an MJCF, by MuJoCo alone:
loops closed by its constraints, torques by its recursive Newton-Euler, rank of what other bodies
change in them. Nothing of dynid is in it."""

from __future__ import annotations

import mujoco
import numpy as np

STEP = 1e-6  # rad, m: of difference quotients
CLOSED = 1e-11  # m, rad
REGULAR = 0.02  # least singular value of the loops' equations that count, over the largest
RANK = 1e-7  # and of the torques: between round-off and what acts
#: about z, y and x, by an eighth of a turn
DIAGONALS = [np.array([np.cos(np.pi / 8), *(np.sin(np.pi / 8) * np.eye(3)[k])]) for k in (2, 1, 0)]


class MujocoTree:
    def __init__(self, model: mujoco.MjModel, seed: int = 0, fixed_base: bool = False) -> None:
        self.m, self.d, self.rng = model, mujoco.MjData(model), np.random.default_rng(seed)
        off = mujoco.mjtDisableBit
        model.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS
        model.dof_armature[:] = model.dof_damping[:] = 0.0
        model.jnt_stiffness[:] = 0.0
        model.body_sameframe[:] = 0  # centres of mass will be moved out of their frames
        self.held = np.zeros(model.nv, dtype=bool)
        self.held[:6] = fixed_base
        self.start = model.key_qpos[0].copy() if model.nkey else model.qpos0.copy()

    def equations(self, qpos: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """phi, and J (rows, nv), of what is equal."""
        self.d.qpos[:] = qpos
        mujoco.mj_fwdPosition(self.m, self.d)
        k = self.d.efc_type[: self.d.nefc] == mujoco.mjtConstraint.mjCNSTR_EQUALITY
        J = self.d.efc_J
        if mujoco.mj_isSparse(self.m):
            J = np.zeros((self.d.nefc, self.m.nv))
            mujoco.mju_sparse2dense(
                J, self.d.efc_J, self.d.efc_J_rownnz, self.d.efc_J_rowadr, self.d.efc_J_colind
            )
        J = np.reshape(J, (self.d.nefc, self.m.nv))[k].copy()
        return self.d.efc_pos[: self.d.nefc][k].copy(), J

    def moved(self, qpos: np.ndarray, v: np.ndarray) -> np.ndarray:
        out = qpos.copy()
        mujoco.mj_integratePos(self.m, out, v, 1.0)
        return out

    def closed(self, qpos: np.ndarray) -> np.ndarray | None:
        for _ in range(50):
            phi, J = self.equations(qpos)
            if np.abs(phi).max(initial=0.0) < CLOSED:
                return qpos
            J[:, self.held] = 0.0
            step = -np.linalg.lstsq(J, phi, rcond=1e-9)[0]
            qpos = self.moved(qpos, step * min(1.0, 0.3 / np.abs(step).max()))
        return None

    def state(self, reach: float) -> np.ndarray:
        """N (nv, freedoms) at a random closed pose, velocity and acceleration in self.d."""
        while True:
            v = np.where(self.held, 0.0, self.rng.uniform(-reach, reach, self.m.nv))
            qpos = self.closed(self.moved(self.start, v))
            if qpos is None:
                continue
            J = np.vstack(
                [self.equations(qpos)[1], self.more_rows(qpos), np.eye(self.m.nv)[self.held]]
            )
            s, V = np.linalg.svd(J)[1:]
            rank = int((s > 1e-8 * s[0]).sum())
            if s[rank - 1] > REGULAR * s[0] * 0.05:
                break
        N = V[rank:].T
        v = N @ self.rng.normal(size=N.shape[1])
        ahead, back = (self.equations(self.moved(qpos, k * STEP * v))[1] for k in (1, -1))
        M = [self.more_rows(self.moved(qpos, k * STEP * v)) for k in (1, -1)]
        drift = np.concatenate([(ahead - back) @ v, (M[0] - M[1]) @ v]) / (2 * STEP)
        full = np.concatenate([drift, np.zeros(int(self.held.sum()))])
        a = N @ self.rng.normal(size=N.shape[1]) - np.linalg.lstsq(J, full, rcond=1e-9)[0]
        self.d.qpos[:], self.d.qvel[:], self.d.qacc[:] = qpos, v, a
        return N

    def more_rows(self, qpos: np.ndarray) -> np.ndarray:
        """Of velocities that are zero beside."""
        return np.zeros((0, self.m.nv))

    def torques(self) -> np.ndarray:
        out = np.zeros(self.m.nv)
        mujoco.mj_kinematics(self.m, self.d)
        mujoco.mj_comPos(self.m, self.d)
        mujoco.mj_comVel(self.m, self.d)
        mujoco.mj_rne(self.m, self.d, 1, out)
        return out

    def columns(self) -> np.ndarray:
        """(nv, 10 bodies): what ten other inertias of each body change in the torques."""
        m, out = self.m, []
        for body in range(1, m.nbody):
            own = m.body_mass[body], m.body_ipos[body].copy(), m.body_inertia[body].copy()
            turn = m.body_iquat[body].copy()
            before = self.torques()
            for k in range(10):
                if k == 0:
                    m.body_mass[body] += 1.0
                elif k < 4:
                    m.body_ipos[body, k - 1] += 0.1
                elif k < 7:
                    m.body_inertia[body, k - 4] += 0.1
                else:  # products: a body across the axes of its frame
                    m.body_inertia[body] = (0.02, 0.05, 0.1)
                    m.body_iquat[body] = DIAGONALS[k - 7]
                out.append(self.torques() - before)
                m.body_mass[body], m.body_ipos[body], m.body_inertia[body] = own
                m.body_iquat[body] = turn
        return np.array(out).T


def mujoco_rank(tree: MujocoTree, reach: float = 0.5) -> tuple[int, float]:
    """The rank, and by how much the least singular value that counts exceeds the next."""
    tree.m.body_mass[1:], tree.m.body_inertia[1:] = 1.0, 0.01
    tree.m.body_ipos[1:], tree.m.body_iquat[1:] = (0.1, 0.0, -0.1), (1, 0, 0, 0)
    rows: list[np.ndarray] = []
    while sum(map(len, rows)) < 20 * tree.m.nbody:
        N = tree.state(reach)
        rows.append(N.T @ tree.columns())
    W = np.vstack(rows)
    norm = np.linalg.norm(W, axis=0)
    W = W[:, norm > 1e-9 * norm.max()]
    s = np.append(np.linalg.svd(W / np.linalg.norm(W, axis=0), compute_uv=False), 0.0)
    rank = int((s > RANK * s[0]).sum())
    return rank, float(s[rank - 1] / max(s[rank], 1e-17 * s[0]))
