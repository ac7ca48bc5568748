"""Where memory may not become executable (systemd's MemoryDenyWriteExecute), all kernels run."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: the process forbids itself to gain executable memory, shows that it cannot, and works
SCRIPT = """
import ctypes, mmap, sys
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0:
    sys.exit(77)  # a kernel before 6.3
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
except OSError:
    pass
else:
    sys.exit("executable memory is still given out")

import numpy as np
import dynid as di
import dynid._native as native

robot = di.load_robot("five_bar")
model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.RotorInertia()])
p = model.vector({f"{name}.viscous": 0.2 for name in robot.actuated})
p[model.layout.inertial] = model.nominal[model.layout.inertial]
home = np.array([robot.home[name] for name in robot.actuated])
t = np.arange(2000) / 200
for level in native.levels():
    native.use_level(level)
    q = home + 0.1 * np.sin(np.outer(t, [2.0, 3.0]))
    qd = 0.1 * np.cos(np.outer(t, [2.0, 3.0])) * [2.0, 3.0]
    qdd = -0.1 * np.sin(np.outer(t, [2.0, 3.0])) * [4.0, 9.0]
    tau = model.inverse_dynamics(q, qd, qdd, p)
    log = di.Log(robot.actuated, t, q, tau)
    data = di.process(log, model)
    print(di.estimate(di.Problem(model, data), di.Consistent()).theta.size, end=" ")
    print(di.simulate(model, p, None, 0.1, 1000.0, home, 0 * home).q.shape, end=" ")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a rule of Linux")
def test_kernels_run_where_no_memory_becomes_executable():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120
    )
    if done.returncode == 77:
        pytest.skip("this kernel has no PR_SET_MDWE")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(") >= 1
