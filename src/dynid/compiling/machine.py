"""LLVM: assembly to machine code; and, where elf.py does not, machine code into memory."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from typing import Any

import llvmlite.binding as llvm

#: vectors of numbers that lie apart in memory: one instruction, and slower than one for each number
SPARED = "+prefer-no-gather,+prefer-no-scatter"
#: functions of C that machine code calls
OF_C = ("malloc", "calloc", "free", "sin", "cos", "tanh", "exp", "expm1", "log", "pow", "floor")


@cache
def host() -> tuple[str, str]:
    """The name and the features of this processor."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


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
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(*host()))


def address(code: bytes, symbol: str) -> int:
    """Where the function `symbol` of an object file begins, once it is in memory."""
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return int(engine.get_function_address(symbol))
