"""Friction with a Stribeck dip: its velocity and exponent are found together with everything
else."""

import numpy as np

import dynid as di

TRUE = {"Stribeck.vs": 0.15, "Stribeck.delta": 2.0}
true = di.Model(di.load_robot("pendulum"), [di.Stribeck()]).set_constants(TRUE)
friction = {"hinge.viscous": 0.1, "hinge.coulomb": 0.5, "hinge.stribeck": 0.4}
p = np.array([friction.get(name, value) for name, value in zip(true.parameters, true.prior)])

# slow motion with many reversals: only that shows the dip
motion = di.design_excitation(
    true, di.Fourier(period=20, harmonics=6), di.Limits(velocity=0.8), starts=1, iterations=10
)
log = di.simulate(
    true, p, motion.trajectory, rate=500, measurement=di.Measurement(relative_noise=0.005)
)

model = di.Model(true.robot, [di.Stribeck()])  # its constants are not known
data = di.process(log, model, cutoff=20.0, slow="1%")
result = di.estimate(di.Problem(model, data), di.estimators.SeparableLeastSquares())
print(result)
for name, value in result.constants.items():
    print(f"{name}: {value:.3f} +- {result.constants_std[name]:.3f}, truth {TRUE[name]}")
