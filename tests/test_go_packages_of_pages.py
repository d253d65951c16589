"""Pages about files of Go are compared with the whole package."""

import tomllib

import pytest

from doclint.api.lint import lint_text

_FORMAT = tomllib.loads("""
name = "files"
docs-root = "docs"
[[kind]]
name = "file"
path = "{file}.md"
title = "File {file}"
source = "mux/{file}.go"
[[kind.section]]
heading = "type {symbol}"
repeats = true
defines = "struct"
[[kind.section.child]]
heading = "func {symbol}"
repeats = true
required = false
defines = "method"
""")
_MUX = "package mux\n\ntype Mux struct{ size int }\n\nfunc (m *Mux) Handle() {}\n"
_TREE = "package mux\n\ntype Tree struct{}\n\nfunc (m *Mux) Walk() {}\n"
_PAGE = "# File mux\n\n## type {}\n\n### func {}\n\nIt works.\n"


@pytest.mark.parametrize(
    ("type_", "method", "extra", "rules"),
    [
        ("Mux", "Handle", "", []),
        ("Mux", "Walk", "", []),
        ("Mux", "Fetch", "", ["unknown-member"]),
        ("Mux", "Fetch", "//go:generate stringer\n", []),
        ("Tree", "Fetch", "", ["unknown-member"]),
        ("Leaf", "Fetch", "", ["unknown-member"]),
    ],
)
def test_members_are_those_of_the_package(type_: str, method: str, extra: str, rules: list[str]) -> None:
    sources = {"mux/mux.go": _MUX, "mux/tree.go": _TREE + extra, "mux/tree_test.go": "func (m *Mux) Fetch() {}\n"}
    found = lint_text(_PAGE.format(type_, method), path="docs/mux.md", format=_FORMAT, sources=sources).findings
    assert [one.rule for one in found] == rules
