"""The errors dynid raises on purpose. Each message says what was got, what was expected, and what to do."""


class DynidError(Exception):
    """Base class of every error that dynid raises on purpose."""


class RobotError(DynidError, ValueError):
    """A robot description that cannot be a mechanism, or a file that cannot be read as one."""


class InputError(DynidError, ValueError):
    """An array or an argument of the wrong shape, kind or range."""


class LoopClosureError(DynidError):
    """A pose whose loops cannot be closed, or not uniquely."""


class SingularityWarning(UserWarning):
    """A pose so close to a singularity that its velocities and forces are badly determined."""


class IgnoredElementWarning(UserWarning):
    """Something in a robot file that dynid does not use or had to correct."""
