"""What sources define and import."""

from pathlib import Path

import pytest
from hypothesis import given, settings
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


def test_typescript() -> None:
    assert listed_file("typescript", "basket.ts") == [
        "2 import ./fruit.Fruit",
        "2 import ./fruit.Weight",
        "3 import ./scale",
        "3 import ./scale.Scale",
        "4 import fs",
        "6 interface Weighable",
        "8 method Weighable.weigh",
        "12 type Handler",
        "13 type Hidden",
        "15 enum Size",
        "16 constant Size.Small",
        "17 constant Size.Large",
        "20 enum Inner",
        "21 constant Inner.One",
        "25 class Basket",
        "26 constant Basket.LIMIT",
        "27 constant Basket.SECRET (private)",
        "30 method Basket.constructor",
        "32 method Basket.describe",
        "33 method Basket.weigh",
        "35 method Basket.weigh",
        "38 method Basket.careful (private)",
        "39 method Basket.hidden (private)",
        "40 method Basket.onChange",
        "41 function Basket.onChange.step (private)",
        "45 namespace Shop.Tools",
        "46 constant Shop.Tools.NAME",
        "47 function Shop.Tools.open",
        "48 function Shop.Tools.close (private)",
        "51 namespace colors (private)",
        "52 function colors.paint",
        "54 constant VERSION (private)",
        "55 function parse",
        "56 function first",
    ]


def test_typescript_with_tags() -> None:
    assert listed_file("typescript", "view.tsx") == [
        "1 import react.useState",
        "3 interface Props (private)",
        "8 function List",
        "10 function List.toggle (private)",
        "14 function Row (private)",
        "18 function View",
    ]


def test_go() -> None:
    assert listed_file("go", "basket.go") == [
        "5 import fmt",
        "6 import example.com/fruit/weights",
        "7 import strings",
        "8 import embed",
        "11 import errors",
        "15 constant Limit",
        "18 constant Small",
        "20 constant large (private)",
        "26 type Size",
        "27 type Alias",
        "28 type Handler",
        "29 struct internal (private)",
        "33 struct Basket",
        "39 interface Weigher",
        "41 method Weigher.Weigh",
        "42 method Weigher.secret (private)",
        "45 function New",
        "56 method Basket.Weigh",
        "58 method Size.String",
        "60 method internal.hidden (private)",
        "62 function init (private)",
    ]


def test_rust() -> None:
    assert listed_file("rust", "basket.rs") == [
        "4 import alloc",
        "7 import std::collections",
        "7 import std::collections::HashMap",
        "7 import std::collections::hash_map::Entry",
        "8 import std::fmt::Display",
        "8 import std::fmt::Formatter",
        "9 import std::io::prelude::*",
        "11 import crate::scale",
        "12 import self::inner::Deep",
        "13 import super::*",
        "15 constant LIMIT",
        "16 constant COUNT (private)",
        "17 type Weight (private)",
        "18 namespace remote",
        "22 struct Basket",
        "26 enum Fruit",
        "27 constant Fruit::Apple",
        "28 constant Fruit::Pear",
        "31 union Bits (private)",
        "35 trait Weigh",
        "36 type Weigh::Unit",
        "37 constant Weigh::FACTOR",
        "38 method Weigh::weigh",
        "39 method Weigh::twice",
        "43 constant Basket::SIZE",
        "45 method Basket::new",
        "46 function Basket::new::helper (private)",
        "52 method Basket::restricted (private)",
        "53 method Basket::hidden (private)",
        "57 type Basket::Unit",
        "58 method Basket::weigh",
        "64 method Fruit::fmt",
        "70 macro basket",
        "77 macro quiet (private)",
        "82 function weigh_c",
        "85 namespace inner (private)",
        "86 struct inner::Deep",
        "87 function inner::open",
        "90 namespace inner::tests (private)",
        "92 function inner::tests::it_works (private)",
    ]


def test_java() -> None:
    assert listed_file("java", "Basket.java") == [
        "3 import java.lang.Math.max",
        "5 import java.util.*",
        "6 import java.util.function.Function",
        "12 class Basket",
        "13 constant Basket.LIMIT",
        "13 constant Basket.OTHER",
        "14 constant Basket.NAME",
        "15 constant Basket.SECRET (private)",
        "19 method Basket.Basket",
        "24 method Basket.by",
        "29 class Basket.by.Local (private)",
        "30 method Basket.by.Local.work (private)",
        "36 method Basket.careful (private)",
        "38 method Basket.shared (private)",
        "41 class Basket.Node (private)",
        "42 method Basket.Node.next",
        "47 class Basket.Price",
        "48 method Basket.Price.Price",
        "52 method Basket.Price.free (private)",
        "58 interface Weighable (private)",
        "59 constant Weighable.FACTOR",
        "61 method Weighable.weigh",
        "63 method Weighable.twice",
        "65 method Weighable.helper (private)",
        "67 enum Weighable.Unit",
        "68 constant Weighable.Unit.GRAM",
        "69 constant Weighable.Unit.POUND",
        "76 method Weighable.Unit.Unit (private)",
        "78 method Weighable.Unit.label (private)",
        "84 interface Fresh (private)",
        "85 method Fresh.days",
    ]


def test_shell() -> None:
    assert listed_file("shell", "basket.sh") == [
        "5 include ./colors.sh",
        '6 include $(dirname "$0")/lib/scale.sh',
        "8 constant LIMIT",
        "8 constant OTHER",
        "9 constant NAME",
        "13 function usage",
        "21 function weigh",
        "23 function nested",
        "29 function basket::open",
        "33 function _private",
        "36 function on-demand",
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


@settings(deadline=None)  # the first reading compiles the query
@given(st.binary())
@pytest.mark.parametrize("language", sorted(symbols.grammars()))
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    found = symbols.read(language, data)
    assert found is not None
    lines = data.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found.found)
    assert symbols.read(language, data) == found
