"""Write the schemas of doclint into a checkout of SchemaStore, with their entries and tests.

    python .ci/schemastore.py CHECKOUT

Then run `node cli.js check --schema-name=NAME` there for each name that this prints, and send a pull request. All is
made of what doclint prints, its documentation and its examples; only the words of the entries are here.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
HOST = "https://www.schemastore.org"
DRAFT = "http://json-schema.org/draft-07/schema#"
_TOML = re.compile(r"(?:`(?P<file>\S+)`:\n\n)?```toml\n(?P<text>.*?)```", re.DOTALL)  # perhaps below its name
_WITH_UNIONS = '"ajvNotStrictMode": [\n'
_OWN_FORMATS = ("pattern", "source-template", "template")
_END = "\n  ]\n}\n"  # of the catalog


class Entry(NamedTuple):
    """A schema: its name, what the catalog says of it, the argument of `doclint schema`, and a file that is wrong."""

    name: str
    description: str
    files: list[str]
    schema: str
    wrong: str


ENTRIES = (
    Entry(
        "doclint", "Configuration of doclint, a linter for documentation", ["doclint.toml"], "config", "selct = []\n"
    ),
    Entry("doclint-format", "A format of doclint: the pages of one generator", [], "format", "name = 1\n"),
    Entry("doclint-report", "A report of doclint in JSON", [], "report", '{"findings": {}}\n'),
)


def doclint(*arguments: str) -> str:
    """Return what doclint prints."""
    command = [sys.executable, "-m", "doclint", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603


def schema(entry: Entry) -> dict[str, Any]:
    """Return a schema as SchemaStore has it: in the draft of those that refer to it, with the formats that it knows."""
    made = json.loads(doclint("schema", entry.schema), object_hook=_without_own_formats)
    return {**made, "$schema": DRAFT, "$id": f"{HOST}/{entry.name}.json"}


def _without_own_formats(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "format" or value not in _OWN_FORMATS}


def examples(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield files that fit a schema, by their names."""
    if entry.schema == "report":
        options = ("--root", "examples", "--exit-zero", "--no-cache", "--output-format", "json")
        yield "examples.json", doclint("check", *options)
    elif entry.schema == "format":
        for path in sorted((ROOT / "doclint" / "formats" / "builtin").glob("*-*.toml")):
            yield path.name, path.read_text(encoding="utf-8")
    else:
        manual = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
        blocks = [block for block in _TOML.finditer(manual) if (block["file"] or "doclint.toml") == "doclint.toml"]
        texts = (block["text"] for block in blocks if not block["text"].startswith(("#:schema", "[tool.doclint")))
        yield from ((f"example-{number}.toml", text) for number, text in enumerate(texts, start=1))


def main(checkout: Path) -> None:
    """Write all files; the catalog gets the entries that it lacks, and the list of schemas with unions of types."""
    source = checkout / "src"
    catalog = source / "api" / "json" / "catalog.json"
    text = catalog.read_text(encoding="utf-8")
    for entry in ENTRIES:
        _write(source / "schemas" / "json" / f"{entry.name}.json", json.dumps(schema(entry), indent=2) + "\n")
        is_json = entry.wrong.startswith("{")
        first = "" if is_json else f"#:schema ../../schemas/json/{entry.name}.json\n"
        for name, example in examples(entry):
            _write(source / "test" / entry.name / name, first + example)
        _write(source / "negative_test" / entry.name / ("wrong.json" if is_json else "wrong.toml"), first + entry.wrong)
        url = f"{HOST}/{entry.name}.json"
        if f'"{url}"' not in text:
            about = {"name": entry.name, "description": entry.description, "fileMatch": entry.files, "url": url}
            lines = ",\n".join(f"      {json.dumps(key)}: {json.dumps(value)}" for key, value in about.items() if value)
            text = text.removesuffix(_END) + f",\n    {{\n{lines}\n    }}{_END}"
        print(f"{entry.name}.json")
    _write(catalog, text)
    options = source / "schema-validation.jsonc"
    listed = options.read_text(encoding="utf-8")
    if '"doclint-format.json"' not in listed:
        _write(options, listed.replace(_WITH_UNIONS, f'{_WITH_UNIONS}    "doclint-format.json",\n', 1))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
