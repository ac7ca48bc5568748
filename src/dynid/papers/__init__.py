"""The five papers, each a folder; `dynid reproduce NAME` runs one."""

from dynid.registry import Registry

#: the newest first; each place is a function () -> Reproduction
PAPERS = Registry(
    "paper",
    {
        "gnad2024": "dynid.papers.gnad2024.paper:run",
        "kim2022": "dynid.papers.kim2022.paper:run",
        "cheng2022": "dynid.papers.cheng2022.paper:run",
        "diaz2010": "dynid.papers.diaz2010.paper:run",
        "rodriguez2002": "dynid.papers.rodriguez2002.paper:run",
    },
)
