"""Runs while pip or hatch builds dynid: compiles the kernels into the wheel.

A wheel for Linux on x86-64 brings their machine code, and needs no compiler where it is installed.
All others, and an editable installation, whose kernels may be edited, get LLVM as a dependency and
compile at the first run.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILER = "llvmlite>=0.45"
SHIPPED = "dynid/compiling/shipped"


class Kernels(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root) / "src"))
        from dynid.compiling import processor

        if version == "editable" or not processor.linux():
            build_data["dependencies"].append(COMPILER)
            return
        from dynid.compiling.build import build

        self.folder = tempfile.TemporaryDirectory()
        self.app.display_info("compiling kernels, for half a minute")
        self.app.display_info(f"{build(Path(self.folder.name))} kernels compiled")
        build_data["force_include"][self.folder.name] = SHIPPED
        build_data["pure_python"] = False
        build_data["infer_tag"] = True  # the layout of objects in memory is that of this Python
        if not processor.levels():
            build_data["dependencies"].append(COMPILER)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()
