"""Drafts of formats: what pages go in, and what a person starts from."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from tree import write

from doclint.cli.commands import cli
from doclint.engine.draft_coverage import DraftCoverage, coverage_of
from doclint.errors import toml
from doclint.formats.inference.drafting import draft_format
from doclint.formats.inference.drafts import Draft, DraftElement, DraftSection
from doclint.formats.inference.pages import MOST_PAGES, sample_pages
from doclint.formats.inference.repairs import make_valid
from doclint.formats.inference.writing import text_of
from doclint.formats.loading import parse
from doclint.repository.in_memory import Memory
from doclint.repository.repository import Repository

CORPUS = (Path(__file__).parents[2] / "shared" / "corpus").resolve()
THINGS = ("lamp", "chair", "shelf", "table", "stool", "bench", "rug", "bed")

RESOURCE = """\
---
page_title: "shop_{name} Resource - shop"
subcategory: ""
---

# shop_{name} (Resource)

A {name} in the shop.

## Example Usage

```terraform
resource "shop_{name}" "mine" {{}}
```

## Schema

### Required

- `size` (Number) The size of the {name}.
"""

CLASS = """\
# {name}

Stores one thing.

## Methods

### add()

```python
def add(self, other: int) -> int
```

Adds a thing to {name}.

### remove_{low}()

```python
def remove_{low}(self) -> None
```

Removes a {low}.

---

*Made by shelfdoc 1.2*
"""


def drafted(files: Mapping[str, str]) -> Draft:
    """Draft a format of the Markdown files among some files, and check that it needed no repair."""
    draft = written(files)
    assert "Left out, because" not in text_of(draft)
    return draft


def written(files: Mapping[str, str]) -> Draft:
    """Draft a format of the Markdown files among some files, and check that its text says the same."""
    draft = draft_of(Memory(files), [path for path in files if path.endswith(".md")])
    if draft.kinds:
        assert toml.parse(text_of(draft)) == draft.filled()
    return draft


def draft_of(repository: Repository, paths: list[str]) -> Draft:
    return draft_format(sample_pages(paths, repository), repository, "draft")


def coverage(draft: Draft, files: Mapping[str, str]) -> DraftCoverage:
    pages = sample_pages([path for path in files if path.endswith(".md")], Memory(files))
    return coverage_of(parse(draft.filled(), "the draft"), pages)


def headings(kind: Mapping[str, Any]) -> list[str]:
    return [section["heading"] for section in kind.get("section", ())]


@pytest.fixture(scope="module")
def resources() -> dict[str, str]:
    return {f"docs/resources/{name}.md": RESOURCE.format(name=name) for name in THINGS}


@pytest.fixture(scope="module")
def classes() -> dict[str, str]:
    pages = {f"docs/{name.title()}Store.md": CLASS.format(name=f"{name.title()}Store", low=name) for name in THINGS}
    return pages | {f"src/stores/{name}_store.py": "" for name in THINGS}


def test_title_and_front_matter_have_the_hole_of_the_path(resources: dict[str, str]) -> None:
    (kind,) = drafted(resources).filled()["kind"]
    assert kind["name"] == "resource"
    assert kind["path"] in ("{page}.md", "{_}.md")
    assert kind["title"].endswith("(Resource)")
    assert kind["front-matter"]["page_title"].endswith("Resource - shop")


def test_sections_are_nested_and_required(resources: dict[str, str]) -> None:
    (kind,) = drafted(resources).filled()["kind"]
    assert headings(kind) == ["Example Usage", "Schema"]
    schema = kind["section"][1]
    assert [child["heading"] for child in schema["child"]] == ["Required"]
    assert schema["content"] == []
    assert "required" not in schema


def test_section_on_some_pages_is_optional(resources: dict[str, str]) -> None:
    files = dict(resources)
    for name in THINGS[:3]:
        files[f"docs/resources/{name}.md"] += "\n## Import\n\nImport it by its id.\n"
    draft = drafted(files)
    (kind,) = draft.filled()["kind"]
    assert headings(kind)[-1] == "Import"
    assert kind["section"][-1]["required"] is False
    assert "In 3 of 8 places." in draft.kinds[0].sections[-1].comment


def test_names_become_symbols_with_their_source(classes: dict[str, str]) -> None:
    (kind,) = drafted(classes).filled()["kind"]
    assert (kind["path"], kind["title"]) == ("{symbol}.md", "{symbol}")
    assert kind["source"] == "src/stores/{symbol|snake}.py"
    assert kind["defines"] == "class"
    assert kind["footer"] == ["---", "*Made by shelfdoc 1.2*"]


def test_headings_of_names_repeat_and_define(classes: dict[str, str]) -> None:
    (kind,) = drafted(classes).filled()["kind"]
    (methods,) = kind["section"]
    (method,) = methods["child"]
    assert methods["heading"] == "Methods"
    assert method["heading"] == "{symbol}()"
    assert method["defines"] == "method"
    assert method["repeats"] is True
    assert method["content"][0]["shape"] == "signature"


def test_kinds_are_told_apart_by_folder_and_title(resources: dict[str, str]) -> None:
    data = {
        path.replace("resources", "data-sources"): text.replace("Resource", "Data Source")
        for path, text in resources.items()
    }
    kinds = drafted(resources | data).filled()["kind"]
    assert sorted(kind["path"].partition("/")[0] for kind in kinds) == ["data-sources", "resources"]


def test_kind_of_two_pages_is_drafted_if_they_have_much_of_the_text(resources: dict[str, str]) -> None:
    def page(name: str) -> str:
        return f"# {name}Api\n\n" + "\n".join(f"## get{name}{one}\n\nReads {one}.\n" for one in range(20))

    more = {f"docs/resources/{name}s.md": RESOURCE.format(name=f"{name}s") for name in THINGS}
    pages = {f"docs/{name}Api.md": page(name) for name in ("Room", "Store")}
    draft = drafted(resources | more | pages)
    assert sorted(len(kind.pages) for kind in draft.kinds) == [2, len(THINGS) * 2]
    assert draft.others == []


def test_title_has_the_hole_of_the_path_although_few_titles_occur() -> None:
    files = {f"docs/{a}/{b}.md": f"# {b}\n\nText.\n" for a in ("plain", "rich") for b in ("lamp", "chair")}
    (kind,) = drafted(files).filled()["kind"]
    assert (kind["path"], kind["title"]) == ("{_}/{page}.md", "{page}")


def test_page_that_fits_nothing_is_of_no_kind_and_listed(resources: dict[str, str]) -> None:
    files = resources | {"docs/about.md": "We sell furniture.\n\nCome in.\n"}
    draft = drafted(files)
    assert [page.path for page in draft.others] == ["docs/about.md"]
    assert "#   docs/about.md" in text_of(draft)


def test_pages_about_files_and_folders_mirror_the_tree() -> None:
    sources = {f"{folder}/{name}.py": "" for folder in ("app", "lib") for name in THINGS}
    pages = {
        f"docs/{path}_docs.md": f"# Documentation: `{path}`\n\n## Summary\n\nText of {path}.\n" for path in sources
    }
    index = {f"docs/{folder}/index.md": f"# Index: `{folder}`\n\n## Files\n\nAll.\n" for folder in ("app", "lib")}
    kinds = {kind["path"]: kind for kind in drafted(sources | pages | index).filled()["kind"]}
    assert kinds["{path}_docs.md"]["title"] == "Documentation: `{path}`"


def test_modules_without_title_repeat_with_their_anchors() -> None:
    def page(name: str) -> str:
        parts = [
            f'<a id="{name}.{one}"></a>\n\n# Module {name}.{one}\n\nText.\n\n'
            f'<a id="{name}.{one}.run_{name}"></a>\n\n#### run\\_{name}\n\n```python\ndef run_{name}(a)\n```\n'
            for one in ("core_a", "core_b")
        ]
        return f"---\nid: {name}-api\n---\n\n" + "\n".join(parts)

    draft = drafted({f"docs/{name}_api.md": page(name) for name in THINGS})
    (kind,) = draft.filled()["kind"]
    assert "title" not in kind
    (module,) = kind["section"]
    assert (module["heading"], module["level"], module["defines"]) == ("Module {symbol}", 1, "module")
    assert module["before"] == '<a id="{symbol}"></a>'
    (function,) = module["child"]
    assert (function["level"], function["defines"], function["before"]) == (4, "function", '<a id="{_}.{symbol}"></a>')


def test_front_matter_tells_pages_without_a_title() -> None:
    def page(name: str) -> str:
        return f"---\nid: shop-{name}\n---\n\n## {name}.run_{name}\n\nRuns the {name}.\n\n## {name}.Stop\n\nStops.\n"

    draft = drafted({f"docs/shop/{name}.md": page(name) for name in THINGS})
    (kind,) = draft.filled()["kind"]
    assert "title" not in kind
    assert kind["front-matter"] == {"id": "shop-{page}"}
    assert draft.others == []


def test_front_matter_that_may_say_anything_is_only_listed() -> None:
    notes = ("Apples are red", "Plums!", "how to eat", "Berry pie at noon, maybe", "x", "Some longer text, of a cherry")
    files = {
        f"docs/shop/{name}.md": f"---\nid: shop-{name}\nnote: {note}\n---\n\n# {name}\n\n## Use\n\nRuns the {name}.\n"
        for name, note in zip(THINGS, notes, strict=False)
    }
    (kind,) = drafted(files).kinds
    assert kind.table["front-matter"] == {"id": "shop-{page}"}
    assert "`note`" in kind.comment


def test_front_matter_has_no_hole_for_symbols(classes: dict[str, str]) -> None:
    files = dict(classes)
    for name in THINGS:
        path = f"docs/{name.title()}Store.md"
        files[path] = f"---\nid: store-{name.title()}Store\n---\n\n{files[path]}"
    (kind,) = drafted(files).filled()["kind"]
    assert kind["path"] == "{symbol}.md"
    assert kind["front-matter"] == {"id": "store-{_}"}


def test_fixed_heading_among_names_is_a_section_of_its_own() -> None:
    def page(name: str) -> str:
        parts = (
            f"## run_{name}_{number}\n\nRuns.\n\n### Example\n\nIt runs.\n\n## Example\n\nAll.\n" for number in "ab"
        )
        return f"# Module {name}_x\n\nStarts.\n\n" + "\n".join(parts)

    (kind,) = drafted({f"docs/{name}.md": page(name) for name in THINGS}).filled()["kind"]
    assert headings(kind) == ["Example", "{symbol}"]


def test_what_is_not_valid_is_left_out_alone(classes: dict[str, str]) -> None:
    draft = draft_of(Memory(classes), [path for path in classes if path.endswith(".md")])
    (kind,) = draft.kinds
    methods = kind.sections[0].children
    method = methods[0]
    whole = draft.filled()
    assert method.content is not None
    kind.table |= {"front-matter": {"id": "a", "x": "{symbl}"}, "title": ["{symbol}", "{symbol}"]}
    method.content.insert(0, DraftElement({"shape": "text", "text": "{nothing}"}, 1))
    methods.append(DraftSection({"heading": "Made {by"}))
    make_valid(draft)
    assert kind.table["front-matter"] == {"id": "a"}
    assert method.content[0].table == {"shape": "prose"}
    assert methods == [method]
    del kind.table["front-matter"], method.content[0]
    kind.table["title"] = "{symbol}"
    assert draft.filled() == whole


def test_headings_out_of_descriptions_are_text(classes: dict[str, str]) -> None:
    files = {
        path: text.replace("Stores one thing.", f"Stores.\n\n## Wood{number} oil{number}\n\nWell.")
        for number, (path, text) in enumerate(classes.items())
    }
    draft = drafted(files)
    (kind,) = draft.filled()["kind"]
    assert kind["open"] is True
    assert "have other headings, which are read as text" in draft.kinds[0].comment


@pytest.mark.parametrize("name", ["resources", "classes"])
def test_draft_takes_nearly_all_lines(name: str, request: pytest.FixtureRequest) -> None:
    files = request.getfixturevalue(name)
    found = coverage(drafted(files), files)
    assert found.share > 0.97
    assert found.free < 0.2


def test_many_pages_are_sampled_evenly() -> None:
    files = {f"docs/{number:04}.md": f"# Page {number}\n" for number in range(MOST_PAGES * 3)}
    pages = sample_pages(list(files), Memory(files))
    assert len(pages) == MOST_PAGES
    assert pages[-1].path == "docs/0897.md"


def test_lines_are_short_where_they_can_be(resources: dict[str, str]) -> None:
    assert all(len(line) <= 120 for line in text_of(drafted(resources)).splitlines())


def infer(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["formats", "infer", str(root / "docs"), "--root", str(root), *arguments])


@pytest.fixture
def tree(tmp_path: Path, resources: dict[str, str]) -> Path:
    for path, text in resources.items():
        write(tmp_path, path, text)
    return tmp_path


def test_command_writes_a_format_that_loads_and_says_how_much_it_takes(tree: Path) -> None:
    result = infer(tree, "--name", "shop")
    assert result.exit_code == 0
    assert parse(toml.parse(result.stdout), "the draft").name == "shop"
    assert result.stderr.startswith("8 pages, 1 kind. The draft takes 100.0% of ")


def test_command_overwrites_no_file_unasked(tree: Path) -> None:
    file = tree / "shop.toml"
    assert infer(tree, "-o", str(file)).stdout == ""
    first = file.read_text(encoding="utf-8")
    result = infer(tree, "-o", str(file), "--name", "other")
    assert result.exit_code != 0
    assert file.read_text(encoding="utf-8") == first
    assert infer(tree, "-o", str(file), "--name", "other", "--overwrite").exit_code == 0
    assert 'name = "other"' in file.read_text(encoding="utf-8")


def test_command_says_that_pages_have_nothing_in_common(tmp_path: Path) -> None:
    write(tmp_path, "docs/one.md", "Some words.\n")
    result = infer(tmp_path)
    assert result.exit_code != 0
    assert "no pages look alike among 1 page" in str(result.exception)


LINES = st.sampled_from(
    [
        *("# Title {n}", "# Same", "## Methods", "### `run_{n}`", "#### a.b_{n}()", "## Module x{n}.y", "## ", "---"),
        *("### Nested `{n}`", '<a id="x.run_{n}"></a>', "- **Key**: {n}", "| Name | Type |\n| - | - |\n| a{n} | int |"),
        *("```python\ndef run_{n}()\n```", "Text {n} with {{braces}} [and] *more*.", "> run_{n}(a)", "[[Back]](#)"),
        *("# \\_\\_init\\_\\_", "Setext {n}\n===", "<!-- {n} -->", "## [link](a.md) {n}", "[^1]: note", "## Ends[^1]"),
        *("##### deep", "## {{hole}} [[x]]"),
    ]
)
PAGES = st.lists(
    st.tuples(
        st.sampled_from(["a/x{n}.md", "a/b/index.md", "README.md", "x{n}_kw.md", "{{n}}/[{n}].md", "a/{n}/b.md"]),
        st.sampled_from(["", "---\nid: x{n}-api\n---\n\n", "---\ntitle: '{n}'\na: {{b: 1}}\n---\n\n"]),
        st.lists(LINES | st.text(alphabet="ab_#*`[]()<>-\n:1", max_size=20), max_size=8),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=8)  # each of them drafts a format and loads it
@given(PAGES)
def test_any_pages_give_a_draft_that_loads(pages: list[tuple[str, str, list[str]]]) -> None:
    files = {
        path.format(n=number): (front + "\n\n".join(blocks)).format(n=number)
        for number, (path, front, blocks) in enumerate(pages)
    }
    draft = written(files)
    if draft.kinds:
        coverage(draft, files)


def test_many_headings_take_little_time() -> None:
    body = "\n\n".join(f"## run_{number}\n\n### Parameters\n\nText {number}." for number in range(3_000))
    files = {f"docs/{name}.md": f"# {name}\n\n{body}\n" for name in THINGS}
    start = time.process_time()
    drafted(files)
    assert time.process_time() - start < 30


@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpora at {CORPUS}")
@pytest.mark.parametrize(
    ("folder", "free"),
    [
        ("click/docs", 0.1),
        ("wild/openapi-client/docs", 0.1),
        ("wild/terraform-random/docs", 0.3),
        ("wild/haystack/docs-website/reference/haystack-api", 0.3),
        ("wild/haystack/docs-website/reference_versioned_docs/version-2.18/haystack-api", 0.3),
    ],
)
def test_draft_of_real_pages_takes_nine_lines_of_ten(folder: str, free: float) -> None:
    from doclint.config.project import Project

    root = CORPUS / "/".join(folder.split("/")[: 2 if folder.startswith("wild") else 1])
    project = Project.find(root=root, isolated=True)
    repository = project.repository()
    pages = sample_pages(project.pages([CORPUS / folder])[:: 4 if folder.startswith("click") else 1], repository)
    draft = draft_format(pages, repository, "draft")
    assert "Left out, because" not in text_of(draft)
    found = coverage_of(parse(draft.filled(), "the draft"), pages)
    assert found.share >= 0.9
    assert found.free <= free
