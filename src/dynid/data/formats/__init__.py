"""The formats of logs, each in a file of its own that opens and saves it.

`FORMATS` is the only list: `read_log`, `Log.save`, `dynid convert` and their messages read it. A
new format is a line here, and its file; a user's own needs no line: `read_log(path, format=Own())`.
"""

from dynid.registry import Registry

#: text comes first: it is asked last whether a file is its own, as all but zero bytes might be
FORMATS = Registry(
    "format of logs",
    {
        "csv": "dynid.data.formats.text:Text",
        "parquet": "dynid.data.formats.parquet:Parquet",
        "npz": "dynid.data.formats.npz:Npz",
        "hdf5": "dynid.data.formats.hdf5:Hdf5",
        "mat": "dynid.data.formats.mat:Mat",
        "bag": "dynid.data.formats.bag:Bag",
    },
)
