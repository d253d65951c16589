"""Drafts of formats: what pages go in, and what a person starts from."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings, strategies as st
from tree import write

from doclint.cli.commands import cli
from doclint.engine.format_draft.drafting import draft_format
from doclint.engine.format_draft.pages import MOST_PAGES, SamplePage, sample_pages
from doclint.engine.format_draft.writing import FormatDraft, make_valid, text_of, without_comments
from doclint.errors import toml
from doclint.formats.loading import parse
from doclint.page.parsed_page import ParsedPage
from doclint.page.parts import parts_of
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


def drafted(files: Mapping[str, str]) -> FormatDraft:
    """Draft a format of the Markdown files among some files, and check that it needed no repair."""
    draft = written(files)
    assert "Left out, because" not in text_of(draft)
    return draft


def written(files: Mapping[str, str]) -> FormatDraft:
    """Draft a format of the Markdown files among some files, and check that its text says the same."""
    draft = draft_of(Memory(files), [path for path in files if path.endswith(".md")])
    if draft.kinds:
        assert toml.parse(text_of(draft)) == draft.plain
    return draft


def draft_of(repository: Repository, paths: list[str]) -> FormatDraft:
    return draft_format(sample_pages(paths, repository), repository, "draft")


def kinds(files: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the kinds of a draft without comments."""
    found: list[dict[str, Any]] = drafted(files).plain["kind"]
    return found


def elements(*bodies: str) -> list[dict[str, Any]]:
    """Return the content that is drafted for a section with some bodies, one a page."""
    page = "# Store {}\n\n## Facts\n\n{}\n\n## End\n\n```\nend\n```\n"
    pages = {f"docs/{name}.md": page.format(name, body) for name, body in zip(THINGS, bodies, strict=False)}
    [kind] = kinds(pages)
    found: list[dict[str, Any]] = kind["section"][0].get("content", [PROSE])
    return found


PROSE = {"shape": "prose"}


def taken(draft: FormatDraft, pages: Sequence[SamplePage]) -> Counter[str]:
    """Return how many lines of pages each part of a draft takes, by what it is."""
    format_ = parse(draft.plain, "the draft")
    lines: Counter[str] = Counter()
    for page in pages:
        source = page.document.source
        for part in parts_of(ParsedPage(page.path, source, [format_])):
            lines[part.taker] += sum(bool(source.line(line).strip()) for line in range(part.first, part.last + 1))
    return lines


def headings(kind: Mapping[str, Any]) -> list[str]:
    return [section["heading"] for section in kind.get("section", ())]


@pytest.fixture(scope="module")
def resources() -> dict[str, str]:
    return {f"docs/resources/{name}.md": RESOURCE.format(name=name) for name in THINGS}


@pytest.fixture(scope="module")
def classes() -> dict[str, str]:
    pages = {f"docs/{name.title()}Store.md": CLASS.format(name=f"{name.title()}Store", low=name) for name in THINGS}
    return pages | {f"src/stores/{name}_store.py": "" for name in THINGS}


def test_title_and_front_matter_have_the_words_that_all_pages_have(resources: dict[str, str]) -> None:
    (kind,) = kinds(resources)
    assert (kind["name"], kind["path"], kind["title"]) == ("resources", "{_}.md", "{_} (Resource)")
    assert kind["front-matter"] == {"page_title": "{_} Resource - shop"}


def test_title_and_path_share_a_hole(classes: dict[str, str]) -> None:
    (kind,) = kinds(classes)
    assert (kind["path"], kind["title"]) == ("{page}.md", "{page}")
    assert kind["footer"] == ["---", "*Made by shelfdoc 1.2*"]


def test_sections_are_nested_and_required(resources: dict[str, str]) -> None:
    (kind,) = kinds(resources)
    assert headings(kind) == ["Example Usage", "Schema"]
    schema = kind["section"][1]
    assert schema["child"] == [
        {"heading": "Required", "content": [{"shape": "entries", "of": "items", "item": ANY_ITEM}]},
    ]
    assert schema["content"] == []


ANY_ITEM = "`size` (Number) The size of the {_}."


def test_section_on_some_pages_is_optional(resources: dict[str, str]) -> None:
    files = dict(resources)
    for name in THINGS[:3]:
        files[f"docs/resources/{name}.md"] += "\n## Import\n\nImport it by its id.\n"
    (kind,) = kinds(files)
    assert headings(kind)[-1] == "Import"
    assert kind["section"][-1]["required"] is False
    assert "required" not in kind["section"][0]


def test_headings_of_names_repeat(classes: dict[str, str]) -> None:
    draft = drafted(classes)
    (methods,) = draft.plain["kind"][0]["section"]
    (method,) = methods["child"]
    assert (methods["heading"], method["heading"], method["repeats"]) == ("Methods", "{_}()", True)
    assert method["content"][0] == {"shape": "example", "fence": "python"}
    assert "# Such as `add()`, `remove_lamp()`" not in text_of(draft)
    assert "If these are names of code, write `{symbol}` and `defines`." in text_of(draft)


def test_kinds_are_told_apart_by_folder_and_title(resources: dict[str, str]) -> None:
    data = {
        path.replace("resources", "data-sources"): text.replace("Resource", "Data Source")
        for path, text in resources.items()
    }
    assert sorted(kind["path"] for kind in kinds(resources | data)) == ["data-sources/{_}.md", "resources/{_}.md"]


def test_kind_of_two_pages_is_drafted_if_they_have_much_of_the_text(resources: dict[str, str]) -> None:
    def page(name: str) -> str:
        return f"# {name}Api\n\n" + "\n".join(f"## get{name}{one}\n\nReads {one}.\n" for one in range(20))

    more = {f"docs/resources/{name}s.md": RESOURCE.format(name=f"{name}s") for name in THINGS}
    pages = {f"docs/{name}Api.md": page(name) for name in ("Room", "Store")}
    draft = drafted(resources | more | pages)
    assert len(draft.kinds) == 2
    assert draft.others == []


def test_page_that_fits_nothing_is_of_no_kind_and_listed(resources: dict[str, str]) -> None:
    files = resources | {"docs/about.md": "We sell furniture.\n\nCome in.\n"}
    draft = drafted(files)
    assert draft.others == ["docs/about.md"]
    assert "#   docs/about.md" in text_of(draft)


def test_pages_about_files_mirror_the_tree() -> None:
    sources = {f"{folder}/{name}.py": "" for folder in ("app", "lib") for name in THINGS}
    pages = {
        f"docs/{path}_docs.md": f"# Documentation: `{path}`\n\n## Summary\n\nText of {path}.\n" for path in sources
    }
    index = {f"docs/{folder}/index.md": f"# Index: `{folder}`\n\n## Files\n\nAll.\n" for folder in ("app", "lib")}
    found = {kind["path"]: kind["title"] for kind in kinds(sources | pages | index)}
    assert found == {"{path}_docs.md": "Documentation: `{path}`", "{_}/index.md": "Index: `{_}`"}


def test_modules_without_title_repeat() -> None:
    def page(name: str) -> str:
        parts = [
            f'<a id="{name}.{one}"></a>\n\n# Module {name}.{one}\n\nText.\n\n'
            f'<a id="{name}.{one}.run_{name}"></a>\n\n#### run\\_{name}\n\n```python\ndef run_{name}(a)\n```\n'
            for one in ("core_a", "core_b")
        ]
        return f"---\nid: {name}-api\n---\n\n" + "\n".join(parts)

    (kind,) = kinds({f"docs/{name}_api.md": page(name) for name in THINGS})
    assert "title" not in kind
    (module,) = kind["section"]
    assert (module["heading"], module["level"]) == ("Module {_}", 1)
    (function,) = module["child"]
    assert (function["heading"], function["level"]) == ("{_}", 4)


def test_front_matter_that_may_say_anything_is_left_out() -> None:
    notes = ("Apples are red", "Plums!", "how to eat", "Berry pie at noon, maybe", "x", "Some longer text, of a cherry")
    files = {
        f"docs/shop/{name}.md": f"---\nid: shop-{name}\nnote: {note}\n---\n\n# {name}\n\n## Use\n\nRuns the {name}.\n"
        for name, note in zip(THINGS, notes, strict=False)
    }
    (kind,) = kinds(files)
    assert kind["front-matter"] == {"id": "shop-{page}"}


def test_titles_may_be_on_the_second_level() -> None:
    page = "[Home](index.md)\n\n## {0} class\n\nHolds {0}.\n\n## Remarks\n\nNone.\n"
    (kind,) = kinds({f"docs/{name}.md": page.format(name) for name in THINGS})
    assert (kind["title"], kind["title-level"]) == ("{page} class", 2)
    assert headings(kind) == ["Remarks"]


def test_titles_of_two_forms_are_alternatives() -> None:
    page = "# {}\n\n## Input\n\nNone.\n\n## Output\n\nAll.\n\n## Notes\n\nNo.\n"
    titles = (f"Weight: {name}" if name < "l" else f"~~Weight: {name}~~" for name in THINGS)
    (kind,) = kinds({f"docs/{name}.md": page.format(title) for name, title in zip(THINGS, titles, strict=True)})
    assert sorted(kind["title"]) == ["Weight: {page}", "~~Weight: {page}~~"]


def test_headings_out_of_descriptions_are_text(classes: dict[str, str]) -> None:
    files = {
        path: text.replace("Stores one thing.", f"Stores.\n\n## Wood{number} oil{number}\n\nWell.")
        for number, (path, text) in enumerate(classes.items())
    }
    (kind,) = kinds(files)
    assert kind["open"] is True
    assert headings(kind) == ["Methods"]


def test_sentences_that_differ_are_prose() -> None:
    assert elements("Holds pears.", "Opens at noon, *always*.", "What a day!") == [PROSE]


def test_sentence_on_all_pages_is_a_text() -> None:
    page = "All weights are in *grams*.\n\n{}"
    assert elements(*(page.format(text) for text in ("Pears.", "Beets, red.", "Many plums"))) == [
        {"shape": "text", "text": "All weights are in *grams*."},
        PROSE,
    ]


def test_sentence_that_few_pages_repeat_is_prose() -> None:
    assert elements(*(f"{name} has a sentence." for name in THINGS[:6]), *["Returns the weight."] * 2) == [PROSE]


def test_lists_of_labels_are_fields() -> None:
    page = "- **Path**: `{}`\n- **Size**: {} bytes\n{}"
    found = elements(
        page.format("src/a.py", 12, "- **Owner**: Ada"),
        page.format("b.py", 1_000, "- **Owner**: Ben"),
        page.format("c.py", 7, ""),
    )
    assert found == [
        {
            "shape": "fields",
            "items": [
                {"key": "Path", "value": "`{_}.py`"},
                {"key": "Size", "value": "{_} bytes"},
                {"key": "Owner", "value": "{_}", "optional": True},
            ],
        }
    ]


def test_tables_have_their_columns_and_the_markup_of_cells() -> None:
    page = "| Name | Type [x] | Notes |\n| --- | --- | --- |\n| `{0}` | {1} | |\n| `{0}2` | [Box](Box.md) | *Old* |\n"
    assert elements(page.format("a", "**int**"), page.format("b", "**str**"), page.format("c", "**bool**")) == [
        {
            "shape": "table",
            "header": ["Name", "Type [x]", "Notes"],
            "row": ["`{_}`", ["**{_}**", "[Box](Box.md)"], ["*Old*", "{_:markup}"]],
        }
    ]


def test_lists_have_the_markup_of_their_items_and_the_name_of_their_label() -> None:
    page = "**Arguments:**\n\n- **{0}** (`int`) – The {0} of *it*.\n- **deep** (`str`) – How deep.\n"
    assert elements(*(page.format(name) for name in ("size", "lid", "tag"))) == [
        {"shape": "text", "text": "**Arguments:**"},
        {"shape": "entries", "of": "arguments", "item": "**{_}** (`{_}`) – {_:markup}"},
    ]


def test_lists_of_links() -> None:
    page = "- [{0}](./{0}.md): All of {0}.\n- [Crates](./crates.md): *The* crates.\n"
    found = elements(*(page.format(name) for name in ("pears", "plums", "beets")))
    assert found == [{"shape": "links", "item": "[{_}](./{_}.md): {_:markup}"}]


def test_fences_have_their_languages() -> None:
    bodies = ["```python\nbox = Box()\n```", "```python\nprint(fill)\n```", "```sh\nseal it\n```"]
    assert elements(*bodies) == [{"shape": "example", "fence": ["python", "sh"]}]


def test_elements_are_in_the_order_of_the_pages_and_optional_if_some_lack_them() -> None:
    bodies = [
        "In short.\n\n**Returns:**\n\n- `int` – The weight.\n\n***\n\nEnd.",
        "Longer, but\n\ntwo paragraphs.\n\n***\n\nOver.",
        "A *third*.\n\n**Returns:**\n\n- `Box` – Itself.\n\n***\n\nOut.",
        "> Not for pears.\n\n**Returns:**\n\n- `str` – A tag.\n\n***\n\nDone.",
    ]
    assert elements(*bodies) == [
        PROSE,
        {"shape": "text", "text": "**Returns:**", "optional": True},
        {"shape": "entries", "of": "returns", "item": "`{_}` – {_}.", "optional": True},
        {"shape": "text", "text": "---"},
        PROSE,
    ]


def test_html_blocks_are_texts() -> None:
    bodies = ["<!-- schema: begin [x] -->\n\nOne.", "<!-- schema: begin [x] -->\n\n*Two* of them"]
    assert elements(*bodies)[0] == {"shape": "text", "text": "<!-- schema: begin [[x]] -->"}


def test_brackets_braces_and_markup_of_pages_are_not_those_of_patterns() -> None:
    text = "[[Top]](#) {x} and src/\\_\\_init\\_\\_.py \\*never\\*"
    (element,) = elements(*(f"{text} by {name}" for name in ("Ada", "Ben", "Cy")))
    assert element["text"] == "[[[Top]]](#) {{x}} and src/\\_\\_init\\_\\_.py \\*never\\* by {_}"


def test_what_is_not_valid_is_left_out_alone(classes: dict[str, str]) -> None:
    table = drafted(classes).table
    whole = without_comments(table)
    (kind,) = table["kind"]
    method = kind["section"][0]["child"][0]
    kind |= {"front-matter": {"id": "a", "x": "{symbl}"}, "title": ["{page}", "{page}"]}
    method["content"].insert(0, {"shape": "text", "text": "{nothing}"})
    kind["section"][0]["child"].append({"heading": "Made {by"})
    make_valid(table)
    assert kind["front-matter"] == {"id": "a"}
    assert kind["section"][0]["child"] == [method]
    del kind["front-matter"]
    kind["title"] = "{page}"
    assert without_comments(table) == whole


@pytest.mark.parametrize("name", ["resources", "classes"])
def test_draft_takes_nearly_all_lines(name: str, request: pytest.FixtureRequest) -> None:
    files = request.getfixturevalue(name)
    pages = sample_pages([path for path in files if path.endswith(".md")], Memory(files))
    found = taken(drafted(files), pages)
    assert found["nothing"] <= 0.03 * found.total()
    assert found["free-text"] <= 0.2 * found.total()


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
    assert result.stderr.startswith("8 pages, 1 kind. The draft takes 100.0% of the lines: ")


def test_work_list_of_the_draft_says_what_to_do_next(tree: Path) -> None:
    assert infer(tree, "-o", str(tree / "draft.toml")).exit_code == 0
    (tree / "doclint.toml").write_text('formats = ["draft.toml"]\n', encoding="utf-8")
    arguments = ["formats", "test", str(tree / "draft.toml"), str(tree / "docs")]
    assert "The format is right for these pages." in CliRunner().invoke(cli, arguments).stdout
    for name in THINGS:
        write(tree, f"docs/resources/{name}.md", f"{RESOURCE.format(name=name)}\n## Limits\n\n- {name}\n")
    found = CliRunner().invoke(cli, arguments).stdout
    assert "no section has the heading `Limits`, on level 2 (16 lines on 8 pages)" in found


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


@settings(max_examples=40)  # each of them drafts a format and loads it
@given(PAGES)
def test_any_pages_give_a_draft_that_loads(pages: list[tuple[str, str, list[str]]]) -> None:
    files = {
        path.format(n=number): (front + "\n\n".join(blocks)).format(n=number)
        for number, (path, front, blocks) in enumerate(pages)
    }
    draft = written(files)
    if draft.kinds:
        parse(draft.plain, "the draft")


HOSTILE = {
    "headings": lambda n: "\n\n".join(f"## run_{i}\n\n### Parameters\n\nText {i}." for i in range(n)),
    "blocks of one section": lambda n: "\n\n".join(f"Text {i % 7}.\n\n- **x{i}**: `{i}`" for i in range(n)),
    "items": lambda n: "\n".join(f"- **key {i}**: value {i}" for i in range(n)),
    "rows": lambda n: "| A | B |\n| - | - |\n" + "\n".join(f"| `{i}` | [b{i}](c{i}.md) |" for i in range(n)),
    "one paragraph": lambda n: " ".join(f"word{i} `code{i}` **b{i}**" for i in range(n)),
    "levels": lambda n: "\n\n".join(f"{'#' * (i % 6 + 1)} h{i % 97}" for i in range(n)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_large_pages_take_time_in_proportion(name: str) -> None:
    def seconds(count: int) -> float:
        files = {f"docs/{thing}.md": f"# Page {thing}\n\n{HOSTILE[name](count)}\n" for thing in THINGS}
        start = time.process_time()
        written(files)
        return time.process_time() - start

    most = 0.5 + 10 * seconds(200)
    assert seconds(800) < most or seconds(800) < most, "twice: Python may clean up all memory meanwhile"


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
    found = taken(draft_format(pages, repository, "draft"), pages)
    assert found["nothing"] <= 0.1 * found.total()
    assert found["free-text"] <= free * found.total()
