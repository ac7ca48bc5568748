"""Kernels that are more than loops over numbers and arrays: compiled by Numba, which takes its
time, and kept in the same cache."""

from __future__ import annotations

import hashlib
import pickle
from typing import TYPE_CHECKING, Any

import numba
from numba.core.caching import CompileResultCacheImpl, NullCache

from dynid.compiling import store

if TYPE_CHECKING:
    from dynid.compiling.kernels import Kernel


def numba_function(kernel: Kernel) -> Any:
    """What Numba makes of a kernel, and other kernels that Numba compiles call."""
    options: dict[str, Any] = {"inline": "always"} if kernel.source.inlined else {}
    # fused multiply-add is the one liberty taken with floating point: it changes the last bit only
    made: Any = numba.njit(nogil=True, error_model="numpy", fastmath={"contract"}, **options)(
        kernel.source.function
    )
    made._cache = _Cache(kernel)
    return made


class _Cache(NullCache):
    """Numba's results in the files of `store`: what cannot be read is compiled again."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def _name(self, signature: Any, context: Any) -> str:
        parts = (
            *(self.kernel.source.digest, numba.__version__, str(signature)),
            str(context.codegen().magic_tuple()),
            *(fields(argument) for argument in signature),
        )
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return f"{self.kernel.source.name}-numba-{digest[:20]}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        name = self._name(sig, target_context)
        content = store.cached(name)
        if content is not None:
            target_context.refresh()
            try:
                return _RESULTS.rebuild(target_context, pickle.loads(content))
            except Exception:  # of what does not fit, unpickling and linking raise nearly anything
                store.drop(name)
        store.say_compiling()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if _RESULTS.check_cachable(data):
            name = self._name(sig, data.target_context)
            store.keep(name, pickle.dumps(_RESULTS.reduce(data), protocol=4))


#: how Numba takes a result apart and puts it together again; this needs nothing of the object
_RESULTS: Any = CompileResultCacheImpl.__new__(CompileResultCacheImpl)


def fields(kind: Any) -> str:
    """The names in the tuples of a signature, which its text does not tell."""
    named = getattr(kind, "fields", ())
    inner = "".join(fields(item) for item in getattr(kind, "types", ()) or ())
    return f"({','.join(named)}{inner})"
