"""The pages about formats that come with doclint; run, it writes `docs/formats/*.md`."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import golden_trees

from doclint.formats.format_parts import parts_of
from doclint.formats.loading import BUILTIN, builtin
from doclint.formats.schema.format import Format, Kind
from doclint.markdown.source import printable
from doclint.rule.reads import alive
from doclint.rule.registry import rules

_HOUSE = Path(__file__).parents[1]
PAGES = _HOUSE / "docs" / "formats"
_WIDTH = 120
_INDEX = """\
# Formats that come with doclint

doclint recognizes the pages of these generators without configuration, wherever they are, and compares them with the
sources. It recognizes most wikis that models write, but does not compare them. The page of a format says which pages it
covers, what doclint reads and finds there, and how to switch it off. For other generators, see [Describing your own
pages](../formats.md).
`python tests/format_pages.py` generates these pages from the formats in `doclint/formats/builtin`, and from defects
planted in the pages of `tests/golden`.
"""
_CALLABLE = frozenset({"function", "method", "constructor"})
_EXTENDING = frozenset({"class", "enum", "interface", "struct", "trait", "type"})
# What pages say of a symbol, by the hole that reads it: in words, and of which symbols, if not of all.
_FACTS: dict[str, tuple[str, frozenset[str]]] = {
    "type": ("type", frozenset()),
    "default": ("default", frozenset()),
    "value": ("value", frozenset()),
    "optional": ("whether it is optional", frozenset()),
    "required": ("whether it is required", frozenset()),
    "parameters": ("parameters", _CALLABLE),
    "returns": ("what it returns", _CALLABLE),
    "async": ("whether it is asynchronous", _CALLABLE),
    "bases": ("bases", _EXTENDING),
    "base": ("base", _EXTENDING),
    "source.path": ("its file", frozenset()),
    "source.line": ("its line", frozenset()),
    "source.link": ("the link to its source", frozenset()),
    "description": ("description", frozenset()),
}
_OTHER_PARTS = {
    "signature": "signatures",
    "example": "example code",
    "symbols": "lists of symbols",
    "imports": "imports",
    "links": "lists of links",
    "fields": "metadata",
    "command": "commands",
    "source": "the quoted source",
    "claims": "statements about the source",
}
_GENERIC = {"kind", "kind.content", "subject", "file", "folder", "kind.source"}


class PlantedDefect(NamedTuple):
    """A defect planted in a golden tree: the kind of the page, the rule that reports it, and the message."""

    kind: str
    rule: str
    message: str


def pages() -> dict[str, str]:
    """The pages as they should be, by file name."""
    return {"README.md": index(), **{f"{name}.md": page(name) for name in BUILTIN}}


def index() -> str:
    """The list of all formats."""
    return f"{_INDEX}\n{table('')}"


def table(folder: str) -> str:
    """The table of all formats, with links to their pages in a folder."""
    rows = ["| Format | Generator | Versions |", "| --- | --- | --- |"]
    for name in BUILTIN:
        generator = builtin(name).generator
        versions = generator.versions if generator else ""
        rows.append(f"| [`{name}`]({folder}{name}.md) | {_generator(builtin(name))} | {_cell(versions)} |")
    return "\n".join(rows) + "\n"


def page(name: str) -> str:
    """The page about a format."""
    format_ = builtin(name)
    return "\n".join(
        [
            f"# {name}",
            "",
            *_lead(format_),
            "",
            "## Which pages",
            "",
            *_recognition(format_),
            "",
            "## What doclint reads",
            "",
            *_read(format_),
            "",
            "## What doclint finds",
            "",
            *_found(format_),
            "",
            "## What doclint leaves alone",
            "",
            *_left_alone(format_),
            "",
            "## Switch it off",
            "",
            "With this line in the configuration, doclint checks these pages like pages of no format:",
            "",
            "```toml",
            f'ignore-formats = ["{name}"]',
            "```",
            "",
        ]
    )


def _lead(format_: Format) -> Iterator[str]:
    generator = format_.generator
    if generator is None:
        yield "Pages that mirror a source tree: several for each file and folder, and some for the whole repository."
        return
    word = "versions" if " to " in generator.versions.partition(";")[0] else "version"
    versions = f", {word} {generator.versions}" if generator.versions else ""
    settings = f" Settings: {generator.settings.rstrip('.')}." if generator.settings else ""
    yield _wrapped(f"Pages that {_generator(format_)} writes{versions}.{settings}")


def _generator(format_: Format) -> str:
    generator = format_.generator
    if generator is None:
        return "pages that mirror a source tree"
    return f"[{generator.name}]({generator.link})" if generator.link else generator.name


def _recognition(format_: Format) -> Iterator[str]:
    is_sure = format_.is_known_by_place or bool(format_.between or format_.sure_marks)
    parts = "path" if is_sure else "path, title, sections and footer"
    if format_.between:
        pairs = (f"{_code(first)} and {_code(last)}" for first, last in format_.between)
        yield _wrapped(
            f"{_place(format_)} The format covers only the part between comments with {', or '.join(pairs)}."
        )
        yield ""
        yield f"The {parts} of the page must match one of these kinds:"
    elif format_.all_marks:
        ends = " (`\\n` is the end of a line)" if any("\n" in mark for mark in format_.all_marks) else ""
        yield _wrapped(f"{_place(format_)} Each contains one of these texts{ends}:")
        yield ""
        yield from (f"- {_code(mark)}" for mark in (*format_.sure_marks, *format_.marks))
        yield from (f"- {_code(mark)}, if the page has a source" for mark in format_.weak_marks)
        yield ""
        yield f"Its {parts} must match one of these kinds:"
    else:
        yield _wrapped(f"{_place(format_)} The {parts} of each must match one of these kinds:")
    yield ""
    yield "| Kind | Path | Title | Source |"
    yield "| --- | --- | --- | --- |"
    for kind in format_.kind:
        titles, sources = _codes(one.text for one in kind.title), _codes(one.text for one in kind.source)
        yield f"| {_code(kind.name)} | {_code(kind.path.text)} | {titles or 'none'} | {sources or _subject(kind)} |"
    yield ""
    yield "`doclint formats find` lists the pages of each kind, and `doclint show PAGE` shows why one is of its kind."


def _place(format_: Format) -> str:
    """Return where the pages of a format are, as a sentence."""
    if format_.folders:
        which = "this folder, wherever it is" if len(format_.folders) == 1 else "one of these folders, wherever it is"
        return f"The pages are in {which}: {_codes(format_.folders)}."
    if format_.beside:
        which = "this file" if len(format_.beside) == 1 else "these files"
        return f"The pages may be in any folder that has {which}: {_codes(format_.beside)}."
    return f"The pages {'may be in any folder' if format_.docs_root is None else f'are below `{format_.docs_root}/`'}."


def _subject(kind: Kind) -> str:
    return (
        "the file of the path" if kind.is_about_file else "the folder of the path" if kind.is_about_folder else "none"
    )


def _read(format_: Format) -> Iterator[str]:
    if all(kind.free for kind in format_.kind):
        yield "A model words these pages freely, so doclint checks them like pages of no format."
        return
    yield _wrapped(
        "doclint compares what a page says about each symbol with the source, where it finds the source and the source "
        "says it. `doclint claims` counts what it compared."
    )
    for kind in format_.kind:
        lines = list(_parts(parts_of(kind, format_)))
        if lines:
            yield ""
            yield f"On pages of the kind {_code(kind.name)}:"
            yield ""
            yield from lines


def _parts(parts: frozenset[str]) -> Iterator[str]:
    """Yield the items on the symbols of a kind of page, those with the same facts together, and on its other parts."""
    symbols = sorted(part.removeprefix("symbol of ") for part in parts if part.startswith("symbol of "))
    by_facts: dict[str, list[str]] = {}
    for symbol in symbols:
        by_facts.setdefault(_facts(symbol, parts), []).append(symbol.replace("-", " "))
    for facts, several in by_facts.items():
        yield f"- {', '.join(several)}{f': {facts}' if facts else ''}"
    others = [name for part, name in _OTHER_PARTS.items() if part in parts and not (symbols and part == "symbols")]
    if others:
        yield f"- {', '.join(others)}"


def _facts(symbol: str, parts: frozenset[str]) -> str:
    """Return what pages say of symbols of a kind."""
    return ", ".join(
        words
        for hole, (words, symbols) in _FACTS.items()
        if f"{{{hole}}} of symbol of {symbol}" in parts and (not symbols or symbol in symbols)
    )


def _found(format_: Format) -> Iterator[str]:
    planted = list(planted_defects(format_.name))
    shown = dict.fromkeys(defect.rule for defect in planted)
    if planted:
        yield "Each row shows what doclint reports about a defect planted in a page of the generator:"
        yield ""
        yield "| Kind | Rule | Message |"
        yield "| --- | --- | --- |"
        for defect in planted:
            yield f"| {_code(defect.kind)} | `{defect.rule}` | {_cell(defect.message)} |"
        yield ""
    others = sorted(_readers(format_) - shown.keys() - set(format_.ignore))
    if others:
        yield _wrapped(f"{'Other rules' if planted else 'Rules'} that read parts of these pages: {_codes(others)}.")
        yield ""
    yield _wrapped(
        "`doclint explain RULE` shows the manual of a rule. Rules that need no format check these pages, too: links, "
        "anchors, fences, encoding, examples."
    )


def planted_defects(name: str) -> Iterator[PlantedDefect]:
    """Yield a defect for each rule that has to report one in the golden trees of a format, in the order of its file."""
    if name not in golden_trees.FORMATS:
        return
    kinds = dict(line.split(" ", 1) for line in golden_trees.lines_of(name, "kinds.txt"))
    seen = set()
    for tree, mutation in golden_trees.mutations(name):
        if mutation.rule in seen:
            continue
        found = golden_trees.trees(name)[tree].after(mutation)
        for finding in found:
            if finding.rule == mutation.rule and mutation.message in finding.message:
                seen.add(mutation.rule)
                kind = kinds.get(f"{tree}/{finding.path}", "-").rpartition(" ")[2]
                yield PlantedDefect(kind, finding.rule, finding.message)
                break


def _readers(format_: Format) -> set[str]:
    """Return the rules that read more of a format than that a page has a kind."""
    found = (alive(kind, format_, rules().values()) for kind in format_.kind)
    return {id_ for one in found for id_, reads in one.items() if not _GENERIC.issuperset(reads)}


def _left_alone(format_: Format) -> Iterator[str]:
    if format_.ignore:
        yield _wrapped(
            f"These rules do not apply, because the generator writes this way by design: {_codes(format_.ignore)}."
        )
    else:
        yield "Nothing: all rules apply."


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(map(_code, texts))


def _code(text: str) -> str:
    """Return a text as code in a cell of a table or in a list."""
    shown = _cell(printable(text).replace("\n", "\\n"))
    longest = max(map(len, re.findall("`+", shown)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def write() -> None:
    """Write all pages."""
    PAGES.mkdir(exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
