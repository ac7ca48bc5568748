"""Design a motion for a Delta within its limits, and see what more optimisation is worth."""

import tempfile
from pathlib import Path

import dynid as di

model = di.Model(di.load_robot("delta3"), [di.Viscous(), di.Coulomb()])
limits = di.Limits(
    velocity=6.0,  # rad/s, all drives
    acceleration=60.0,
    workspace=di.excitation.Cylinder((0, 0, -0.75), radius=0.3, height=0.3),
)
series = di.Fourier(period=4, harmonics=3, rest=True)

for iterations in (1, 15):
    found = di.design_excitation(model, series, limits, starts=1, iterations=iterations)
    print(f"{iterations:>3} iterations: {found!r}")

print(found)
folder = Path(tempfile.mkdtemp(prefix="excitation-"))
found.save(folder)  # design.json and trajectory.csv
t, *_ = di.excitation.load_trajectory(folder / "trajectory.csv").sample(rate=100)
print(f"{len(t)} samples for the controller in {folder / 'trajectory.csv'}")
