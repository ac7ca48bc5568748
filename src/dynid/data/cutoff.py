from __future__ import annotations

import warnings

import numpy as np

from dynid.data.filters import butterworth

SAMPLES = 2500
BLOCKS = 20
FOLDS = 5
RCOND = 1e-5


def quick_regressor(model, q, qd, qdd):
    n = q.shape[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Y = model.regressor(q, qd, qdd)
    extra = np.zeros((len(q), n, 4 * n))
    for j in range(n):
        extra[:, j, 4 * j : 4 * j + 4] = np.stack([qd[:, j], np.sign(qd[:, j]), np.ones(len(q)), qdd[:, j]], 1)
    return np.concatenate([Y, extra], 2)


def solve(W, z):
    scale = np.linalg.norm(W, axis=0)
    scale[scale <= 1e-9 * scale.max()] = np.inf
    return np.linalg.lstsq(W / scale, z, rcond=RCOND)[0] / scale


def picks(segments, lowest):
    total = sum(len(s.t) for s in segments)
    out = []
    for s in segments:
        e = int(np.ceil(s.rate / lowest))
        k = max(8, round(SAMPLES * len(s.t) / total))
        out.append(np.unique(np.linspace(e, len(s.t) - 1 - e, k).astype(int)))
    return out


def score(model, segments, chosen, reference, scale, cutoff):
    rows, z, ref = [], [], []
    for s, k, r in zip(segments, chosen, reference):
        motion, tau = butterworth(s, cutoff)
        rows.append(quick_regressor(model, *(x[k] for x in motion)))
        z.append(tau[k])
        ref.append(r[k])
    rows = np.concatenate(rows) / scale[:, None]
    z = np.concatenate(z) / scale
    ref = np.concatenate(ref) / scale
    K, n, P = rows.shape
    fold = (np.arange(K) * BLOCKS // K) % FOLDS
    R = [np.linalg.qr(np.c_[rows[fold == f].reshape(-1, P), z[fold == f].reshape(-1)], mode="r") for f in range(FOLDS)]
    err = np.zeros(n)
    for f in range(FOLDS):
        S = np.concatenate([R[g] for g in range(FOLDS) if g != f])
        p = solve(S[:, :P], S[:, P])
        err += ((ref[fold == f] - rows[fold == f] @ p) ** 2).sum(0)
    return err / K
