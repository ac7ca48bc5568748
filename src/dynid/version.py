"""The version of dynid."""

__version__ = "0.2.0"
