"""What sources define and import."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doclint import symbols
from doclint.repository import Folder, Memory

PYTHON = b'''\
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
'''


_FROM_ELSEWHERE = ("import", "include")


def listed(language: str, data: bytes) -> list[str]:
    found = symbols.read(language, data)
    assert found is not None
    return [
        f"{one.line} {one.kind} {one.qualified}" + " (private)" * (one.kind not in _FROM_ELSEWHERE and not one.public)
        for one in found.found
    ]


def test_python() -> None:
    assert listed("python", PYTHON) == [
        "1 import annotations",
        "3 import os",
        "3 import sys",
        "4 import typing.Any",
        "4 import typing.Optional",
        "5 import .near",
        "6 import .other.*",
        "8 constant LIMIT",
        "9 constant _HIDDEN (private)",
        "12 class Basket",
        "15 constant Basket.SIZE",
        "17 method Basket.__init__",
        "20 method Basket.weight",
        "21 function Basket.weight.inner",
        "23 class Basket.Handle",
        "28 function _private (private)",
    ]


SOURCES = Path(__file__).parent / "sources"


def listed_file(language: str, name: str) -> list[str]:
    return listed(language, (SOURCES / language / name).read_bytes())


def test_javascript() -> None:
    assert listed_file("javascript", "basket.mjs") == [
        "2 import node:fs.fs",
        "2 import node:fs.readFile",
        "3 import node:path",
        "4 import ./polyfill.js",
        "5 import ./scale.js.weigh",
        "6 import ./fruit.js.*",
        "8 constant text (private)",
        "9 constant pattern (private)",
        "10 constant LIMIT",
        "10 constant OTHER",
        "13 class Basket",
        "14 constant Basket.SIZE",
        "17 method Basket.handle",
        "19 method Basket.constructor",
        "25 method Basket.size",
        "29 method Basket.all",
        "31 method Basket.#secret (private)",
        "32 function Basket.#secret.inner (private)",
        "33 function Basket.#secret.inner.innermost (private)",
        "39 method Basket._careful",
        "42 function add",
        "43 function twice (private)",
        "44 function numbers",
        "45 function helper (private)",
        "46 function later",
        "47 class Quiet (private)",
        "48 method Quiet.speak",
        "50 class Bound",
        "51 method Bound.run",
        "54 constant api (private)",
        "56 function assertion (private)",
        "59 function default",
        "60 function default.nested (private)",
    ]


def test_javascript_of_commonjs() -> None:
    assert listed_file("javascript", "common.cjs") == [
        "3 import fs",
        "4 import path",
        "4 import path.join",
        "4 import path.resolve",
        "6 function Basket",
        "10 method Basket.weigh",
        "14 function helper (private)",
        "15 class Apple",
        "16 class Pear (private)",
        "18 function count",
        "22 function later",
    ]


def test_broken_source_gives_what_can_be_read() -> None:
    found = symbols.read("python", b"class A:\n    def b(self): ...\n\ndef broken(:\n")
    assert found is not None
    assert found.is_broken
    assert {"A", "A.b"} <= {one.qualified for one in found.found}
    sound = symbols.read("python", PYTHON)
    assert sound is not None
    assert not sound.is_broken


def test_language_without_a_grammar_is_not_analysed() -> None:
    assert symbols.read("cobol", b"") is None
    assert Memory({"a.txt": "text"}).symbols("a.txt") is None
    assert Memory({}).symbols("gone.py") is None


def test_language_whose_grammar_is_not_installed_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the cache, which other tests may have filled.
    monkeypatch.setattr(symbols, "_grammar", symbols._grammar.__wrapped__)
    monkeypatch.setattr(symbols, "find_spec", lambda name: None if name == "tree_sitter_javascript" else object())
    assert symbols.read("javascript", b"class A {}") is None


def test_repository_reads_a_source_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    repository = Folder(tmp_path)
    first = repository.symbols("a.py")
    assert first is not None
    assert [one.name for one in first.found] == ["f"]
    monkeypatch.setattr(symbols, "read", lambda *_: pytest.fail("it was read again"))
    assert repository.symbols("a.py") is first


@given(st.binary())
@pytest.mark.parametrize("language", sorted(symbols.grammars()))
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    found = symbols.read(language, data)
    assert found is not None
    lines = data.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found.found)
    assert symbols.read(language, data) == found
