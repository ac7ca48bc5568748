"""How measurements and errors are printed: names, units, factors."""

from __future__ import annotations

import numpy as np

QUANTILE = 1.96  # of a 95 % interval
#: how a kind of measurement is printed: name, unit, how many of it make one SI unit
PRINTED = {
    "points": ("position error", "mm", 1e3),
    "orientations": ("orientation error", "deg", 180.0 / np.pi),
    "pixels": ("pixel error", "px", 1.0),
    "distances": ("distance error", "mm", 1e3),
    "planes": ("distance from the plane", "mm", 1e3),
    "spheres": ("distance from the sphere", "mm", 1e3),
    "inclinations": ("inclination error", "deg", 180.0 / np.pi),
    "encoders": ("error of the passive encoders", "deg", 180.0 / np.pi),
}
UNITS = {"m": ("mm", 1e3), "rad": ("deg", 180.0 / np.pi), "": ("%", 100.0)}
UNITS |= {"rad/Nm": ("deg/Nm", 180.0 / np.pi), "m/N": ("mm/N", 1e3)}
