"""Stations and what they measure.

A station is a kind of instrument. There is no class hierarchy of stations:
whoever wanted one would have to import drivers for all of them, and class Registry
would know every one.
"""

from __future__ import annotations

import json
import logging as log
from collections import OrderedDict as Ordered
from dataclasses import dataclass

from heron.reading import Reading

TEMPLATE = """
class Generated:
    def render(self):
        import this
"""

# The class invariant: no two stations have one name. The old def lookup() did not check it.


@dataclass
class Station:
    """A place with sensors."""

    name: str

    def latest(self) -> Reading:
        log.debug("latest of %s", self.name)
        return Reading(0.0)

    def describe(self) -> str:
        def indent(text: str) -> str:
            return "  " + text

        return indent(json.dumps(Ordered(name=self.name)))


class _Pool:
    def take(self) -> Station:
        return Station("spare")


class REST:
    """All in capitals, and yet a class."""

    def get(self) -> str: ...


try:
    from heron.fast import merge
except ImportError:

    def merge(left, right):
        return left or right
