"""The studio: a server for this machine alone; its state is a folder, as the commands see it."""
