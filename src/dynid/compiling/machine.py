"""LLVM: assembly to machine code, and machine code to something that can be called."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

#: the level of x86-64 that shipped machine code is built for, and what a processor needs for it
LEVEL = "x86-64-v3"
NEEDED = ("avx2", "fma", "bmi", "bmi2", "f16c", "lzcnt", "movbe")
#: vectors of numbers that lie apart in memory: one instruction, and slower than one for each number
SPARED = "+prefer-no-gather,+prefer-no-scatter"
#: functions of C that machine code calls
OF_C = ("malloc", "calloc", "free", "sin", "cos", "tanh", "exp", "expm1", "log", "pow", "floor")


@cache
def version() -> str:
    """Of what makes and runs machine code."""
    made_by = (llvmlite.__version__, *llvm.llvm_version_info, llvm.get_process_triple())
    return " ".join(map(str, made_by))


@cache
def processor() -> tuple[str, str]:
    """The name and the features of this one."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def reaches_level() -> bool:
    """Whether this processor runs what was built for LEVEL."""
    if not llvm.get_process_triple().startswith("x86_64"):
        return False
    features = llvm.get_host_cpu_features()
    return all(features.get(name, False) for name in NEEDED)


@cache
def _target(cpu: str, features: str) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    static = "default"
    if llvm.get_process_triple().startswith("x86"):
        static, features = "static", ",".join(filter(None, (features, SPARED)))
    return target.create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=static, codemodel="jitdefault", jit=True
    )


def machine_code(text: str, cpu: str, features: str) -> bytes:
    """An object file of the assembly, optimised for a processor."""
    machine = _target(cpu, features)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


@cache
def _engine() -> Any:
    library = ctypes.CDLL("ucrtbase" if os.name == "nt" else None)
    for name in OF_C:
        with suppress(AttributeError):  # LLVM then looks for it by itself
            address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            llvm.add_symbol(name, address)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(*processor()))


def callable_from(
    code: bytes, symbol: str, result: Any, arguments: list[Any]
) -> Callable[..., Any]:
    """The function of an object file, which lets other threads run while it does."""
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(symbol)
    return ctypes.CFUNCTYPE(result, *arguments)(address)
