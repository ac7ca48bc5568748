"""A log format of your own: JSON lines, {"t": 0.0, "q_joint1": 0.1, ...}, one line a sample.

On the command line: dynid convert run.jsonl -o run.csv --format own_format.py:JsonLines
"""

import json
import tempfile
from pathlib import Path

import numpy as np

import dynid as di


class JsonLines(di.Format):
    name = "JSON lines"
    endings = (".jsonl",)

    def open(self, path):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def save(self, log, file, ending):
        columns = log.to_columns()
        for row in zip(*(column.tolist() for column in columns.values())):
            file.write((json.dumps(dict(zip(columns, row))) + "\n").encode())


if __name__ == "__main__":
    t = np.linspace(0.0, 1.0, 101)
    q, tau = np.sin(t)[:, None], np.cos(t)[:, None]
    path = Path(tempfile.mkdtemp(prefix="own-format-")) / "run.jsonl"
    di.Log(("joint1",), t, q, tau).save(path, format=JsonLines())
    print(path.read_text().splitlines()[0])
    print(di.read_log(path, format=JsonLines()))
