"""The version of dynid."""

__version__ = "0.1.0"
