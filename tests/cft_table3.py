"""Rodriguez-Angeles 2002, the excitation of Table 3 under the limits of Table 5, in the task coordinates of dynid's cft.

x_c1 (up and down) and x_c2 (forward) are linear in tool.z and q3, because L5 = L4 + L6 in Table 1:
x_c1 = L2 - L7 + 0.25 - tool.z,  x_c2 = d + d_s - L6 / L4 (q3 - d),  x_c3 = q2 + 2.4,  x_c4 = q1 - d_s.
"""

from __future__ import annotations

import numpy as np

import dynid as di
from cft_appendix_b import Lengths

L = Lengths()
D_S = 0.185
FREQUENCY = 0.4  # Hz
#: Table 5, (x_c1, x_c2, x_c3, x_c4)
LOWEST, HIGHEST = np.array([[-0.2918, -0.0269, -0.2892, -0.0606], [0.0232, 0.5801, 5.8708, 0.5344]])
OFFSET = np.array([-0.1343, 0.2766, 2.4, 0.0869])
#: Table 3, coefficients of the velocity, (43)
A = np.array([
    [-0.1102, 0.0042, -0.0014, -0.0173],
    [0.1629, -0.0118, 0.1438, -0.0043],
    [1.9698, 0.0014, -0.0267, 0.0021],
    [0.0002, -0.0302, 0.0021, -0.0800],
])  # fmt: skip
B = np.array([
    [0.0037, 0.0009, 0.0005, -0.0168],
    [0.0188, -0.0257, 0.0033, -0.0277],
    [0.0011, 0.0005, -0.0060, 0.0024],
    [-0.0347, 0.0273, 0.0294, 0.0447],
])  # fmt: skip
#: the parameters of Table 4, as they stand in dynid (see test_cft_paper)
PARAMETERS = ("link1.m", "link2.mx", "link2.my", "link2.Izz", "link4.mx", "link4.my")
PARAMETERS += ("link6.mx", "link6.my", "link5.mx", "link5.my", "link6.m", "link7.m")
SHAPE = di.Fourier(period=1 / FREQUENCY, harmonics=4, coordinates="task")

#: (q1, q2, q3, tool.z) = SHIFT + SLOPE x_c[[3, 2, 1, 0]]
SLOPE = np.array([1.0, 1.0, -L.L4 / L.L6, -1.0])
SHIFT = np.array([D_S, -2.4, L.d + L.L4 / L.L6 * (L.d + D_S), L.L2 - L.L7 + 0.25])
ORDER = [3, 2, 1, 0]


def table_3() -> di.Trajectory:
    x = SHAPE.coefficients(OFFSET, A, B, velocity=True)[:, ORDER]
    c = SLOPE * x
    c[0] += SHIFT
    return di.Trajectory(di.load_robot("cft"), SHAPE, c)


def table_5() -> dict[str, tuple[float, float]]:
    ends = np.sort([SHIFT + SLOPE * LOWEST[ORDER], SHIFT + SLOPE * HIGHEST[ORDER]], axis=0)
    return dict(zip(("q1", "q2", "q3", "tool.z"), map(tuple, ends.T.tolist())))
