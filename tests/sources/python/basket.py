from __future__ import annotations

import os, sys as system
from typing import Any, Optional as Opt
from . import near
from .other import *

LIMIT = 3
_HIDDEN: int = 4


class Basket(Base):
    """A docstring that says class Fake: and def fake()."""

    SIZE = 1

    def __init__(self) -> None: ...

    @property
    async def weight(self):
        def inner(): ...

    class Handle: ...


if True:

    def _private(): ...
