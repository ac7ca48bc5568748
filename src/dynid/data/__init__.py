"""Logs: reading, cleaning, filtering, and the data sets that come of them."""

from typing import TYPE_CHECKING

from dynid.namespaces import make_namespace

if TYPE_CHECKING:
    from dynid.data.contact_stance import stand_on_feet as stand_on_feet
    from dynid.data.dataset import Dataset as Dataset
    from dynid.data.formats.format_base import Format as Format
    from dynid.data.log import Log as Log
    from dynid.data.log_reading import read_log as read_log
    from dynid.data.recording_files import read_recording as read_recording
    from dynid.data.recording_files import to_joint_side as to_joint_side
    from dynid.data.repeated_logs import Repetitions as Repetitions
    from dynid.data.repeated_logs import average_repetitions as average_repetitions
    from dynid.data.units import Counts as Counts
    from dynid.data.units import Current as Current
    from dynid.data.units import Voltage as Voltage
else:
    __getattr__, __all__ = make_namespace(__name__)
