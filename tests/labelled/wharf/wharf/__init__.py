"""Ships, berths and what is unloaded."""

from .berth import Berth, Mooring
from .cargo import Crate as Box
from .crane import *

__all__ = ["Berth", "Box", "Mooring", "version"]


def version() -> str:
    return "2.1"
