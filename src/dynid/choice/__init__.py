"""Which effects a robot's joints have, found in its own logs."""
