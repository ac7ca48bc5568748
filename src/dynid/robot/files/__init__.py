"""Readers of robot files."""

SUFFIXES = (".urdf", ".xml", ".mjcf", ".sdf", ".xacro")
