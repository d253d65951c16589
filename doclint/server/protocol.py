"""The types of the protocol, which load at the first use: that takes longer than loading the engine.

The worker imports the modules of features, but not these types.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lsprotocol.types import *  # noqa: F403 - these are all types of the protocol


def __getattr__(name: str) -> Any:
    from lsprotocol import types

    return getattr(types, name)
