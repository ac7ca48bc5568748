"""Inverse dynamics of an identified robot as C99, compiled and tested where a C compiler is at
hand."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import dynid as di

model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
p = np.nan_to_num(model.prior)
p[model.layout.others] = 0.05, 0.05, 0.1, 0.1
motion = di.design_excitation(model, di.Fourier(period=4, harmonics=3), starts=1, iterations=3)
log = di.simulate(model, p, motion.trajectory, measurement=di.Measurement(relative_noise=0.01))
result = di.estimate(di.Problem(model, di.process(log, model, slow="5%")), di.Consistent())

folder = Path(tempfile.mkdtemp(prefix="export-c-"))
print(di.export(result, folder / "c", kind="c", model=model))
print(di.export(result, folder / "five_bar.xml", model=model))  # MJCF
print(di.export(result, folder / "five_bar.json", model=model))
if (compiler := shutil.which("cc")) is not None:
    sources = sorted(str(path) for path in (folder / "c").glob("*.c"))
    subprocess.run(
        [compiler, "-std=c99", "-O2", *sources, "-lm", "-o", str(folder / "self_test")], check=True
    )
    print(subprocess.run([folder / "self_test"], check=True, capture_output=True, text=True).stdout)
