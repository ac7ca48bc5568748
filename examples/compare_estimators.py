"""The same logs, several estimators, one table: error on other motion, time, physical
consistency."""

import tempfile
from pathlib import Path

import numpy as np

import dynid as di

model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
p = np.nan_to_num(model.prior)
p[model.layout.others] = 0.05, 0.05, 0.1, 0.1
folder = Path(tempfile.mkdtemp(prefix="compare-"))
data = []
for run in (1, 2):
    motion = di.design_excitation(
        model, di.Fourier(period=5, harmonics=4), starts=1, seed=run, iterations=5
    )
    sensors = di.Measurement(encoder=1e-5, relative_noise=0.02)
    di.simulate(model, p, motion.trajectory, measurement=sensors, seed=run).save(
        folder / f"run{run}.csv"
    )
    data.append(di.process(di.read_log(folder / f"run{run}.csv"), model, cutoff=40.0, slow="5%"))

train, test = data
problem = di.Problem(model, train)  # compressed once, for all of them
methods = [
    di.OLS(),
    di.WLS(),
    di.Huber(),
    di.estimators.L1(),
    di.Ridge(),
    di.Stepwise(),
    di.Consistent(),
]
print(di.compare(methods, problem, test))
