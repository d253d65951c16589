"""Whatever happens to a page of TypeDoc, or to its source, is one finding: on our own pages, and on real ones."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from format_trees import WILD, FormatTree

from doclint.rule.finding import Finding

OWN = Path(__file__).parent / "typedoc"
TREES = {"own": OWN, "real": WILD / "typedoc-form"}
_EACH = 1  # places of a kind of change in each tree
_DEFINED = r"Defined in: \[(?P<path>[^\]:]+):(?P<line>\d+)\]\(\S+\)\n"
_TOP = r"(?m)^# (?:Function|Class|Interface|Type Alias): (?P<name>\w+)[\s\S]*?" + _DEFINED
_FUNCTION = r"(?m)^# Function: (?P<name>\w+)[\s\S]*?" + _DEFINED
_PROPERTY = r"(?m)^### (?P<name>[a-z]\w+)\??\n\n```ts\n(?!get)[^`]*```\n\n" + _DEFINED
_METHOD = r"(?m)^### (?P<name>[a-z]\w+)\(\)\n\n```ts\n[^`]*```\n\n" + _DEFINED
_PARAMETER = r"(?m)^(###|#####) ([a-z]\w+)"
_CALL = r"(?m)^((?:function )?\w+(?:<[^>(]*>)?\()"
_MEMBER = r"(?:(?!^\*\*\*|^#).*\n)+?\*\*\*\n\n"
# The bases of these are types that TypeScript computes, or they are objects with sections of their own.
_UNKNOWN = ("FormGroupMeta.md", "FormState.md", "variables/Label.md")


class PageChange(NamedTuple):
    """A change of what a pattern matches on a page, and the rule that should report it."""

    name: str
    pattern: str
    new: str
    rule: str


class SourceChange(NamedTuple):
    """A change of the source of what a pattern matches on a page, from its line on; `name` is in both."""

    name: str
    pattern: str
    old: str
    new: str
    rule: str


PAGE_CHANGES = [
    PageChange("rename the symbol", r"(?m)^(# (?:Function|Class|Interface|Type Alias): )", r"\1Old", "unknown-member"),
    PageChange("rename a property", r"(?m)^### ([a-z]\w+\??)(?=\n\n```ts\n[^(]*$)", r"### old\1", "unknown-member"),
    PageChange("rename a method", r"(?m)^### ([a-z]\w+)\(\)$", r"### old\1()", "unknown-member"),
    PageChange(
        "rename it throughout",
        r"(?m)^### ([a-z]\w+)\(\)\n\n```ts\n(?=\1)",
        r"### old\1()\n\n```ts\nold",
        "unknown-member",
    ),
    PageChange("remove a property", r"(?m)^### \w+\??\n\n```ts\n(?!protected)" + _MEMBER, "", "missing-member"),
    PageChange(
        "remove a method",
        r"(?m)^### \w+\(\)\n\n```ts\n(?:(?!^\*\*\*|^###? |^#### Inherited).*\n)+?\*\*\*\n\n",
        "",
        "missing-member",
    ),
    PageChange("rename a parameter", _PARAMETER + r"(?=\n\n(?:`[^`]|\[))", r"\1 old\2", "unknown-parameter"),
    PageChange("remove a parameter", _PARAMETER + r"\n\n`[^#]*?(?=\n\1 [a-z])\n", "", "missing-parameter"),
    PageChange(
        "swap parameters",  # of three: two may have been sorted
        _PARAMETER + r"\n\n([`\[][^#`]*`)\n\n\1 ([a-z]\w+)\n\n([`\[][^#`]*`)\n(?=\n\1 )",
        r"\1 \4\n\n\5\n\n\1 \2\n\n\3\n",
        "misordered-parameters",
    ),
    PageChange("rename it in the signature", _CALL + r"(?=\w)", r"\1old", "unknown-parameter"),
    PageChange("remove it from the signature", _CALL + r"\w+\??, ", r"\1", "missing-parameter"),
    PageChange("swap it in the signature", _CALL + r"(\w+), (\w+)(?=[,)])", r"\1\3, \2", "misordered-parameters"),
    PageChange(
        "retype a parameter", _PARAMETER + r"(\??)\n\n`(?:string|number|boolean)`", r"\1 \2\3\n\n`bigint`", "wrong-type"
    ),
    PageChange(
        "change a default", r"(?m)^(### [a-z]\w+\??\n\n`\w+`) = `[^`\n{}]+`$", r"\1 = `'other'`", "wrong-default"
    ),
    PageChange(
        "require a parameter", _PARAMETER + r"\?\n\n(?=(?:`[^`]|\[)(?!.* = ))", r"\1 \2\n\n", "wrong-optionality"
    ),
    PageChange(
        "make a parameter optional", _PARAMETER + r"\n\n(?=(?:`[^`]|\[)(?!.* = ))", r"\1 \2?\n\n", "wrong-optionality"
    ),
    PageChange(
        "retype a property",
        r"(?m)(```ts\n(?:readonly )?(?:optional )?\w+): (?:string|number|boolean)\b",
        r"\1: bigint",
        "wrong-type",
    ),
    PageChange("require a property", r"(?m)^### (\w+)\?(?=\n\n```ts\n)", r"### \1", "wrong-optionality"),
    PageChange(
        "make a property optional",
        r"(?m)^### (\w+)\n\n```ts\n(?!get)(?=[^`]*```\n\nDefined)",
        r"### \1?\n\n```ts\n",
        "wrong-optionality",
    ),
    PageChange("rename a signature", r"(?m)^(function|const|type) (?=\w)", r"\1 old", "misplaced-signature"),
    PageChange(
        "rename the signature of a member",
        r"(?m)(^### [a-z]\w+\??\n\n```ts\n(?:readonly )?(?:optional )?)(?=\w+: )",
        r"\1old",
        "misplaced-signature",
    ),
    PageChange("change the line", r"(?m)^(Defined in: \[(?!node_modules)[^\]:]+:)(?=\d)", r"\g<1>1", "wrong-line"),
    PageChange(
        "change the line of the link",
        r"(?m)^(Defined in: \[(?!node_modules)\S+\]\(\S+#L)(?=\d)",
        r"\g<1>1",
        "wrong-line",
    ),
    PageChange("change the base", r"(?m)^(## Extends\n\n- \[?`)(?=\w)", r"\1Old", "wrong-base"),
]
SOURCE_CHANGES = [
    SourceChange("rename a symbol of the source", _TOP, r"\b{name}\b", "{name}New", "unknown-member"),
    SourceChange("rename a property of the source", _PROPERTY, r"\b{name}\b", "{name}New", "unknown-member"),
    SourceChange("rename a method of the source", _METHOD, r"\b{name}\b", "{name}New", "unknown-member"),
    SourceChange(
        "retype a property of the source",
        _PROPERTY,
        r"\b({name}\??): (string|number|boolean)\b",
        r"\1: bigint",
        "wrong-type",
    ),
    SourceChange("require a property of the source", _PROPERTY, r"\b{name}\?:", "{name}:", "wrong-optionality"),
    SourceChange("make a property of the source optional", _PROPERTY, r"\b{name}:", "{name}?:", "wrong-optionality"),
    SourceChange(
        "add a property to the source",
        r"(?m)^# (?:Class|Interface): (?P<name>\w+)[\s\S]*?" + _DEFINED,
        r"(\b{name}\b[^{{}}]*?\{{)",
        r"\1 added: bigint;",
        "missing-member",
    ),
    SourceChange(
        "add a parameter to a method of the source",
        _METHOD,
        r"(\b{name}\b[\s:=]*(?:<[^()]*?>)?\()(?=\s*\w)",
        r"\1added: bigint, ",
        "missing-parameter",
    ),
    SourceChange(
        "add a parameter to the source",
        _FUNCTION,
        r"(\b{name}\b[\s=]*(?:<[^()]*?>)?\()(?=\s*\w)",
        r"\1added: bigint, ",
        "missing-parameter",
    ),
    SourceChange(
        "retype a result of the source",
        _FUNCTION,
        r"(\b{name}\b[^()]*\([^()]*\): )(?:string|number|boolean|void)\b",
        r"\1bigint",
        "wrong-type",
    ),
]


class _Place(NamedTuple):
    """One change of one file of a tree, and the page that has to have the finding."""

    page: str
    file: str
    text: str


@cache
def tree(name: str) -> FormatTree:
    if not TREES[name].is_dir():
        pytest.skip("the corpus is not there")
    return FormatTree.at(TREES[name])


@cache
def reference(name: str) -> dict[str, str]:
    """The pages of TypeDoc in a tree, with their texts."""
    found = tree(name)
    pages = (path for path in found.pages if path.startswith("docs/reference/"))
    return {path: found.files[path].decode() for path in pages}


def known(name: str) -> Iterator[tuple[str, str]]:
    """Yield the pages about all of whose members something is certain, with their texts."""
    return ((path, text) for path, text in reference(name).items() if not path.endswith(_UNKNOWN))


def drawn(name: str, change: PageChange | SourceChange) -> list[_Place]:
    """Return some of the places that a change can be at, the same ones each time."""
    places = list(_on_pages(name, change) if isinstance(change, PageChange) else _in_sources(name, change))
    return random.Random(change.name).sample(places, min(_EACH, len(places)))  # noqa: S311


def _on_pages(name: str, change: PageChange) -> Iterator[_Place]:
    for path, text in known(name):
        for match in re.finditer(change.pattern, text):
            yield _Place(path, path, text[: match.start()] + match.expand(change.new) + text[match.end() :])


def _in_sources(name: str, change: SourceChange) -> Iterator[_Place]:
    for path, text in known(name):
        for match in re.finditer(change.pattern, text):
            source = tree(name).files[match["path"]].decode()
            start = sum(map(len, source.splitlines(keepends=True)[: int(match["line"]) - 1]))
            found = re.compile(change.old.format(name=match["name"])).search(source, start)
            if found and source.count("\n", start, found.start()) < 3:
                new = found.expand(change.new.format(name=match["name"]))
                yield _Place(path, match["path"], source[: found.start()] + new + source[found.end() :])


def changed(findings: list[Finding]) -> list[str]:
    """Return the rules of findings without the share of descriptions, which changes with each page."""
    return [one.rule for one in findings if one.rule != "missing-description"]


def said(findings: list[Finding]) -> list[str]:
    return [f"{one.rule}: {one.message}" for one in findings]


@pytest.mark.parametrize("name", TREES)
def test_nothing_is_wrong_with_the_pages(name: str) -> None:
    found = [one for one in tree(name).sound(*reference(name)).findings if one.rule != "missing-description"]
    assert said(found) == []


@pytest.mark.parametrize("change", [*PAGE_CHANGES, *SOURCE_CHANGES], ids=lambda change: change.name)
@pytest.mark.parametrize("name", TREES)
def test_a_change_is_one_finding(name: str, change: PageChange | SourceChange) -> None:
    places = drawn(name, change)
    if not places:
        pytest.skip("the tree has nothing to change")
    for place in places:
        found = tree(name).new([place.page], {place.file: place.text.encode()})
        assert changed(found) == [change.rule], (place.page, said(found))


@pytest.mark.parametrize(("name", "page"), [("own", "functions/sell.md"), ("real", "functions/createFieldMap.md")])
def test_a_page_that_is_gone_or_in_no_index_is_one_finding(name: str, page: str) -> None:
    pages, index = list(reference(name)), "docs/reference/index.md"
    without = re.sub(rf"(?m)^- \[.*\]\({page}\)\n", "", reference(name)[index])
    assert changed(tree(name).new(pages, {f"docs/reference/{page}": None})) == ["broken-link"]
    assert changed(tree(name).new(pages, {index: without.encode()})) == ["unlinked-page"]


@pytest.mark.parametrize("name", TREES)
def test_a_source_that_is_gone_is_one_finding(name: str) -> None:
    page, text = next((path, text) for path, text in reference(name).items() if "# Function: " in text)
    found = re.search(_TOP, text)
    assert found
    assert changed(tree(name).new([page], {found["path"]: None})) == ["dead-host-link"]
