"""A friction law of one's own: a list of terms, in a file of one's own. Nothing else is needed.

On the command line the same file serves: --effects viscous,own_effect.py:Uneven
"""

import tempfile
from pathlib import Path

import numpy as np

import dynid as di


class Uneven(di.Effect):
    """tau = Fc sign(qd) (1 + r cos(8 q)) + F3 qd^3: an eccentric gear, and drag that grows fast."""

    def terms(self):
        even, ripple = di.Law(sign=True), di.Law(sign=True, waves=8.0)
        drag = di.Law(sign=True, power=3)
        return di.Term("even", even), di.Term("ripple", ripple, -np.inf), di.Term("drag", drag)


if __name__ == "__main__":
    model = di.Model(di.load_robot("five_bar"), [Uneven()])
    for parameter in model.layout.parameters[-3:]:
        print(f"{parameter.name} [{parameter.unit}]")
    truth = model.to_vector(
        {f"{joint}.{name}": value
         for joint in model.robot.actuated
         for name, value in {"even": 0.4, "ripple": 0.1, "drag": 0.02}.items()}
    )  # fmt: skip
    motion = di.design_excitation(model, di.Fourier(period=5, harmonics=4), starts=1, iterations=5)
    sensors = di.Measurement(relative_noise=0.005)
    log = di.simulate(model, truth, motion.trajectory, rate=500, measurement=sensors)  # it sticks
    data = di.process(log, model, cutoff=20.0, slow="5%")
    result = di.estimate(di.Problem(model, data), di.OLS())
    for name, value, std in zip(result.names, result.theta, result.std):
        if name in model.parameters[-6:]:
            print(f"{name}: {value:.4f} +- {std:.4f}, truth {model.to_values(truth)[name]}")
    print(di.export(result, Path(tempfile.mkdtemp()) / "five_bar_c", kind="c"))
