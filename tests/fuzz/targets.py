"""What can be fuzzed: for each target, how to make a case, and how to check it."""

import json
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzz import described, generate, generated, oracles, packages, sites
from fuzz.case import Case, Outcome
from fuzz.generate import CODE, DIAGRAM, MARKDOWN, PAGE, TOML, Files, hostile, mutated

from doclint.engine.cache import store
from doclint.output.trend.styles import TREND_STYLES

MOST_REPEATED = 5_000
"""How often a large diagram has the same pieces."""

SOUP = [*MARKDOWN, *MARKDOWN, *PAGE]
TREE: Files = {
    "docs/a.md": b"# A\n\n[b](b.md#c), [d](d.md) and a caf\xc3\x83\xc2\xa9\n",
    "docs/b.md": b"# B\n\n## Not C\n\n```\nopen\n",
    "docs/src/a.py_kw.md": b"# Keyword Index: `src/a.py`\n\n## Keywords Extracted\n\n"
    b"### Classs\n\n- **`B`**: [a](x.md)\n",
    "src/a.py": b"class A:\n    pass\n",
}


class Target(NamedTuple):
    """How to make a new case (from a random source and, perhaps, an earlier case), and how to check a case."""

    make: Callable[[Random, Case | None], Case]
    check: Callable[[Case, Outcome], None]


@cache
def _seeds() -> list[Files]:
    return generate.seeds()


@cache
def _pages() -> list[bytes]:
    return [data for files in _seeds() for path, data in files.items() if path.endswith(".md")]


@cache
def _sources() -> dict[str, list[bytes]]:
    return generate.sources()


def _page(random: Random) -> bytes:
    if random.random() < 0.4:
        return hostile(random, SOUP, 60)
    return mutated(random, random.choice(_pages()), SOUP, _pages())


def make_page(random: Random, earlier: Case | None) -> Case:
    """Make one page, alone or with the source that it describes."""
    if earlier is None and random.random() < 0.4:
        path = random.choice(("docs/src/a.py_docs.md", "docs/src/a.py_docs.md", "docs/a.md", "docs/a.mdx"))
        return Case("pages", {path: _page(random)})
    files = dict(earlier.files if earlier else random.choice(_seeds()))
    if not files:
        files = {"docs/a.md": b""}
    path = next(iter(files))
    return Case("pages", {**files, path: mutated(random, files[path], SOUP, _pages())})


def make_diagram(random: Random, earlier: Case | None) -> Case:
    """Make a page with one diagram, which begins like one that doclint reads; some are large, or deeply nested."""
    if earlier is not None:
        return Case("diagrams", {"a.md": mutated(random, earlier.files["a.md"], DIAGRAM)})
    body = hostile(random, DIAGRAM, 80)
    if random.random() < 0.02:
        body = hostile(random, DIAGRAM, 8) * random.randrange(MOST_REPEATED)
    head = random.choice(DIAGRAM[:5]).encode()
    return Case("diagrams", {"a.md": b"# A\n\n```mermaid\n" + head + body + b"\n```\n"})


def make_corpus(random: Random, earlier: Case | None) -> Case:
    """Make several pages and files that link to each other."""
    files = dict(earlier.files) if earlier else {}
    for _ in range(1 if files else random.randrange(1, 6)):
        files |= random.choice(_seeds()) if random.random() < 0.5 else {_plain_name(random): _page(random)}
    for path in random.sample(sorted(files), min(2, len(files))):
        links = "".join(f"[a]({random.choice(sorted(files))}#{random.choice('abc')})\n\n" for _ in range(3))
        files[path] = mutated(random, files[path], SOUP, _pages()) + links.encode(errors="surrogateescape")
    return Case("corpora", dict(list(files.items())[-8:]))


def _plain_name(random: Random) -> str:
    folder, name = random.choice(("docs/", "docs/src/", "site/", "")), random.choice("abcd")
    return folder + name + random.choice((".md", ".py_kw.md", "/doc.md"))


def make_source(random: Random, earlier: Case | None) -> Case:
    """Make a source of any language, and pages about it."""
    if earlier and len(earlier.files) == 3:
        path = next(iter(earlier.files))
        source = mutated(random, earlier.files[path], CODE)
    else:
        extension = random.choice(sorted(_sources()))
        path = f"src/a{extension}"
        several = _sources()[extension]
        source = (
            hostile(random, CODE) if random.random() < 0.4 else mutated(random, random.choice(several), CODE, several)
        )
    return Case("sources", {path: source, **generate.about(path, source, random)})


def make_outline(random: Random, earlier: Case | None) -> Case:
    """Make a Python source, of which there is an outline."""
    several = _sources()[".py"]
    data = earlier.files["a.py"] if earlier else random.choice(several)
    pieces = [*CODE, "\ndef f(a, b=(1, ')')):\n    x = 1\n    return x\n", "\n    # c\n", "\\\n", "\f", "\t", "f'{a}'"]
    return Case("outlines", {"a.py": b"\n" + mutated(random, data, pieces, several)})


def make_trend(random: Random, earlier: Case | None) -> Case:
    """Make reports of two runs, of which one is changed."""
    files = dict(earlier.files if earlier else _runs())
    path = random.choice(sorted(files))
    try:
        report = json.loads(files[path])
    except (ValueError, RecursionError):
        report = json.loads(_runs()[path])
    files[path] = json.dumps(_changed(random, report)).encode()
    return Case("trends", files)


@cache
def _runs() -> Files:
    with oracles.folder(TREE) as root:
        for number in (1, 2):
            arguments = ["check", "--no-cache", "--output-format", f"json=run{number}.json"]
            oracles.command(Outcome(), *arguments)
        return {f"run{number}.json": (root / f"run{number}.json").read_bytes() for number in (1, 2)}


def check_trend(case: Case, outcome: Outcome) -> None:
    """Check that `doclint trend` reads reports as data, and that its outputs can be read."""
    with oracles.folder(case.files):
        for style in TREND_STYLES:
            ran = oracles.command(outcome, "trend", *sorted(case.files), "--output-format", style)
            outcome.signs.append(f"{ran.code} {ran.err.partition(': ')[2][:30]}")
            if ran.code == 0:
                oracles.check_text(f"trend {style}", ran.out, outcome)
            if ran.code == 0 and style == "svg":
                ET.fromstring(ran.out)
            if ran.code == 0 and style == "json":
                json.loads(ran.out)


def make_engines(random: Random, earlier: Case | None) -> Case:
    """Make a page that two Markdown engines read."""
    return Case("engines", {"a.md": make_page(random, earlier).files.popitem()[1] if earlier else _page(random)})  # type: ignore[attr-defined]


def make_tree(random: Random, earlier: Case | None) -> Case:
    """Make a repository on a disk."""
    case = make_corpus(random, earlier)
    return Case("trees", case.files)


def make_names(random: Random, earlier: Case | None) -> Case:
    """Make a repository with odd names of files, and pages that link to them."""
    files = dict(earlier.files) if earlier else {}
    for _ in range(random.randrange(1, 5)):
        files[generate.name(random)] = random.choice((_page(random), b"# A\n\n[gone](gone.md)\n", TREE["docs/b.md"]))
    links = "".join(f"[a](<{path}>) [b]({path})\n\n" for path in files)
    files["docs/links.md"] = links.encode(errors="surrogateescape") + b"## A\n"
    return Case("names", dict(list(files.items())[-8:]))


def make_sites(random: Random, earlier: Case | None) -> Case:
    """Make a repository with the configurations of site generators, and with links out of it."""
    files = sites.repository(random, dict(earlier.files) if earlier else None)
    return Case("sites", files, tuple(random.sample(sites.LINKS, random.choice((0,) * 9 + (1, 2)))))


def make_packages(random: Random, earlier: Case | None) -> Case:
    """Make a repository with packages and examples that use them, and with links out of it."""
    files = packages.repository(random, dict(earlier.files) if earlier else None)
    return Case("packages", files, tuple(random.sample(packages.LINKS, random.choice((0,) * 9 + (1, 2)))))


_CONFIGS = [
    (
        b'select = ["strict"]\nexclude = ["docs/old/"]\n'
        b'[rules.broken-link]\nallow = ["a/*.md"]\n[severity]\nlinks = "info"\n'
    ),
    b'formats = ["format.toml"]\ndocs-roots = ["site"]\nproject = "a"\n[limits]\ndepth = 50\nfences = 0\n',
    (
        b'[per-file-ignores]\n"docs/*.md" = ["links"]\n'
        b'[[suppress]]\npath = "docs/a.md"\nrule = "mojibake"\nexpires = 2030-01-01\n'
    ),
]


def make_configuration(random: Random, earlier: Case | None) -> Case:
    """Make a repository with configuration files and patterns of files to ignore."""
    old = earlier.files if earlier else {}
    config = old.get("doclint.toml", random.choice(_CONFIGS))
    config = hostile(random, TOML) if random.random() < 0.2 else mutated(random, config, TOML, _CONFIGS)
    files = {**TREE, "doclint.toml": config, "format.toml": _format()}
    if random.random() < 0.3:
        files["docs/doclint.toml"] = mutated(random, random.choice(_CONFIGS), TOML, _CONFIGS)
    if random.random() < 0.3:
        files[".gitignore"] = hostile(
            random, ["*", "**/", "/", "!", "a", "docs", ".md", "\n", "[", "]", "?", "\\", " ", "#"]
        )
    return Case("configuration", files)


@cache
def _format() -> bytes:
    return (
        (Path(__file__).parents[2] / "doclint" / "formats" / "builtin" / "repo-docs.toml")
        .read_bytes()
        .replace(b"repo-docs", b"own")
    )


def make_format(random: Random, earlier: Case | None) -> Case:
    """Make a repository with a format of its own."""
    text = earlier.files["format.toml"] if earlier else _format()
    lines = text.splitlines(keepends=True)
    start = random.randrange(len(lines) + 1)
    # The whole format is long, so most mutations would be in one place only.
    text = b"".join(lines[: random.choice((30, 100, len(lines)))] + lines[start : start + 20])
    text = hostile(random, TOML) if random.random() < 0.1 else mutated(random, text, TOML)
    return Case("formats", {**TREE, "doclint.toml": b'formats = ["format.toml"]\n', "format.toml": text})


def make_described(random: Random, earlier: Case | None) -> Case:
    """Make a repository with a format, pages that document symbols, and the sources of these."""
    return Case("described", described.repository(random, dict(earlier.files) if earlier else None))


def make_generated(random: Random, earlier: Case | None) -> Case:
    """Make a repository with pages of the formats that come with doclint, and the sources of these."""
    return Case("generated", generated.repository(random, dict(earlier.files) if earlier else None))


def make_shards(random: Random, earlier: Case | None) -> Case:
    """Make reports of two shards, from those that doclint writes."""
    files = dict(earlier.files if earlier else _shards())
    path = random.choice(sorted(files))
    try:
        report = json.loads(files[path])
    except (ValueError, RecursionError):
        report = json.loads(_shards()[path])
    if random.random() < 0.7:
        files[path] = json.dumps(_changed(random, report)).encode()
    else:
        files[path] = mutated(
            random, files[path], ["{", "}", "[", "]", '"', ":", ",", "1", "null", "\\u0000", "-", "9" * 5000]
        )
    return Case("shards", files)


_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    10**30,
    1e308,
    "",
    "/etc/passwd",
    "../a.md",
    "%00",
    "%ff",
    "\x00",
    "\ud800",
    [],
    {},
]


def _changed(random: Random, value: Any) -> Any:
    """Return JSON with one value changed, also inside of texts that are JSON."""
    if isinstance(value, dict) and value and random.random() < 0.95:
        key = random.choice(["shard"] if "shard" in value else sorted(value))
        return {**value, key: _changed(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.95:
        at = random.randrange(len(value))
        return [*value[:at], *([_changed(random, value[at])] * random.choice((0, 1, 1, 1, 2))), *value[at + 1 :]]
    if isinstance(value, str) and value[:1] in ("[", "{") and random.random() < 0.95:
        try:
            return json.dumps(_changed(random, json.loads(value)))
        except ValueError:
            return random.choice(_VALUES)
    return random.choice(_VALUES)


@cache
def _shards() -> Files:
    with oracles.folder(TREE) as root:
        for number in (1, 2):
            arguments = ["check", "--no-cache", "--shard", f"{number}/2", "--output-format", f"json=part{number}.json"]
            oracles.command(Outcome(), *arguments)
        return {f"part{number}.json": (root / f"part{number}.json").read_bytes() for number in (1, 2)}


def check_shards(case: Case, outcome: Outcome) -> None:
    """Check that `doclint merge` reads reports of shards as data, whatever is in them."""
    with oracles.folder({**TREE, **case.files}):
        ran = oracles.command(outcome, "merge", *sorted(case.files), "--output-format", "json")
        outcome.signs.append(f"{ran.code} {ran.err.partition(': ')[2][:30]}")
        if ran.code < 2:
            oracles.check_document(json.loads(ran.out), outcome)


def make_cache(random: Random, _earlier: Case | None) -> Case:
    """Make changes of rows of the cache: table, row, column, and the new value as JSON."""
    edits = []
    for _ in range(random.randrange(1, 4)):
        table, column = random.choice(_COLUMNS)
        edit: dict[str, Any] = {
            "table": table,
            "row": random.randrange(8),
            "column": column,
            "seed": random.randrange(10**9),
        }
        edits.append({**edit, "checksummed": random.random() < 0.8})
    return Case("cache", {}, tuple(map(json.dumps, edits)))


_COLUMNS = [
    ("result", "found"),
    ("result", "notes"),
    ("result", "dependencies"),
    ("part", "dependencies"),
    ("answer", "content"),
]
_KEYS = {"result": "path", "part": "digest", "answer": "digest"}


def check_cache(case: Case, outcome: Outcome) -> None:
    """Check that a cache with other contents never fails a run, and that damage changes nothing."""
    oracles.code_does_not_change()
    check = ("check", "--jobs", "1", "--output-format", "json")
    edits = [json.loads(edit) for edit in case.arguments]
    with oracles.folder(TREE) as root:
        fresh = oracles.command(outcome, *check)
        for file in (root.parent / "cache").glob("*.sqlite"):
            with closing(sqlite3.connect(file)) as database, database:
                for edit in edits:
                    _edit(database, edit)
        ran = oracles.command(outcome, *check)
        if ran.code == 2:
            outcome.failures.append(f"cache fails: {ran.err}")
        elif not any(edit["checksummed"] for edit in edits) and ran != fresh:
            outcome.failures.append("cache damaged: the result differs")
        outcome.signs.append(f"{[edit['column'] for edit in edits]} {ran == fresh}")


def _edit(database: sqlite3.Connection, edit: dict[str, Any]) -> None:
    table, column, key = edit["table"], edit["column"], _KEYS[edit["table"]]
    rows = database.execute(f"SELECT rowid, * FROM {table} ORDER BY {key}").fetchall()
    if not rows:
        return
    names = ["rowid", *(row[1] for row in database.execute(f"PRAGMA table_info({table})"))]
    row = dict(zip(names, rows[edit["row"] % len(rows)], strict=True))
    random = Random(edit["seed"])
    try:
        value = json.dumps(_changed(random, json.loads(row[column]))).encode()
    except ValueError:
        value = mutated(random, row[column], ["[", "]", "null", '"', "1"])
    row[column] = value
    if edit["checksummed"] and "checksum" in row:
        where = (row["cache_key"], row[key].decode(errors="surrogateescape") if table == "result" else row[key])
        columns = ("found", "notes", "dependencies") if table == "result" else ("content",)
        row["checksum"] = store._checksum(where, *(row[name] for name in columns))
    database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row["rowid"]))
    if "checksum" in row:
        database.execute(f"UPDATE {table} SET checksum = ? WHERE rowid = ?", (row["checksum"], row["rowid"]))


def make_arguments(random: Random, earlier: Case | None) -> Case:
    """Make a command line."""
    given = list(earlier.arguments) if earlier else [random.choice(generate.ARGUMENTS[:11])]
    for _ in range(random.randrange(1, 5)):
        given.insert(random.randrange(1, len(given) + 1), random.choice(generate.ARGUMENTS))
    files = {**TREE, "stdin": _page(random)} if random.random() < 0.3 else TREE
    return Case("arguments", files, tuple(given[:12]))


def warm(names: Iterable[str]) -> None:
    """Load what every case of some targets needs, so that each process need not do it again."""
    outcome = Outcome()
    reads_sources = any(TARGETS[name].check is oracles.check_pages for name in names)
    for extension, several in _sources().items() if reads_sources else ():
        path = f"src/a{extension}"
        files = {path: several[0][:2000], **generate.about(path, several[0][:2000], Random(0))}
        oracles.check_pages(Case("sources", files), outcome)
    oracles.check_tree(Case("trees", TREE), outcome)
    check_cache(Case("cache", {}), outcome)
    _shards()
    _runs()


TARGETS = {
    "pages": Target(make_page, oracles.check_pages),
    "diagrams": Target(make_diagram, oracles.check_pages),
    "corpora": Target(make_corpus, oracles.check_pages),
    "sources": Target(make_source, oracles.check_pages),
    "trees": Target(make_tree, oracles.check_tree),
    "names": Target(make_names, oracles.check_tree),
    "sites": Target(make_sites, oracles.check_sites),
    "packages": Target(make_packages, oracles.check_sites),
    "configuration": Target(make_configuration, oracles.check_tree),
    "formats": Target(make_format, oracles.check_tree),
    "described": Target(make_described, oracles.check_tree),
    "generated": Target(make_generated, oracles.check_pages),
    "shards": Target(make_shards, check_shards),
    "trends": Target(make_trend, check_trend),
    "outlines": Target(make_outline, oracles.check_outline),
    "cache": Target(make_cache, check_cache),
    "arguments": Target(make_arguments, oracles.check_arguments),
    "engines": Target(make_engines, oracles.check_engines),
}
"""The targets by name."""

ON_REQUEST = frozenset({"engines"})
"""Targets that run only if they are named: the reference engine has flaws, which `tests/test_engines.py` lists."""
