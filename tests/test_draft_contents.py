"""Elements that are drafted from the contents of one section on several pages."""

import time
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from doclint.formats.inference.contents.drafted_content import draft_content
from doclint.formats.inference.drafts import DraftElement
from doclint.formats.inference.samples import DraftPlace, SamplePage, SectionSample
from doclint.formats.reading.matching import Matcher
from doclint.formats.schema.contents import AnyContent
from doclint.formats.schema.format import Format
from doclint.formats.subject import Subject
from doclint.markdown.document import Document
from doclint.markdown.source import Source

METHOD = (("class",), ("method",))
NAMES = ["weigh", "fill", "seal", "ship", "stack", "open_lid"]


def samples(pages: Sequence[str], known: Sequence[dict[str, str]] = ()) -> list[SectionSample]:
    documents = [SamplePage(f"{number}.md", Document(Source(text))) for number, text in enumerate(pages)]
    knowns = known or [{"symbol": name} for name in NAMES[: len(pages)]]
    return [SectionSample(page, page.document.blocks, one) for page, one in zip(documents, knowns, strict=True)]


def elements(*pages: str, headings: tuple[str, ...] = (), scopes: Any = ()) -> list[DraftElement]:
    return draft_content(samples(pages), DraftPlace(headings, scopes))


def tables(*pages: str, headings: tuple[str, ...] = (), scopes: Any = ()) -> list[dict[str, Any]]:
    return [element.table for element in elements(*pages, headings=headings, scopes=scopes)]


def test_place_without_blocks_has_no_elements() -> None:
    assert tables("", "", "") == []


def test_sentences_that_differ_are_prose() -> None:
    assert tables("Holds pears.", "Opens at noon, *always*.", "What a day!") == [{"shape": "prose"}]


def test_sentence_on_all_pages_is_a_text() -> None:
    page = "All weights are in *grams*.\n\n{}"
    assert tables(*(page.format(text) for text in ("Pears.", "Beets, red.", "Many plums"))) == [
        {"shape": "text", "text": "All weights are in *grams*."},
        {"shape": "prose"},
    ]


def test_sentence_that_few_pages_repeat_is_prose() -> None:
    known = [{"symbol": f"name{number}"} for number in range(20)]
    texts = [*(f"A sentence of its own: {'x' * number}" for number in range(1, 18)), *["Returns the weight."] * 3]
    found = draft_content(samples(texts, known), DraftPlace())
    assert not any("Returns the weight." in str(element.table) for element in found)


def test_sentences_of_a_closed_set_are_alternatives() -> None:
    pages = [
        "No parameters.",
        "See [the table](all.md).",
        "No parameters.",
        "See [the table](all.md).",
        "No parameters.",
    ]
    assert tables(*pages) == [{"shape": "text", "text": ["No parameters.", "See [the table](all.md)."]}]


def test_fields() -> None:
    page = "- **Path**: `{}`\n- **Size**: {} bytes\n{}"
    found = tables(
        page.format("src/a.py", 12, "- **Owner**: Ada"), page.format("b.py", 1_000, ""), page.format("c.py", 7, "")
    )
    assert found == [
        {
            "shape": "fields",
            "items": [
                {"key": "Path", "value": "`{_}.py`"},
                {"key": "Size", "value": "{_:int} bytes"},
                {"key": "Owner", "value": "Ada", "optional": True},
            ],
        }
    ]


PARAMETERS = """| Name | Type | Description | Default | Required |
| --- | --- | --- | --- | --- |
| `{0}` | **{1}** | The {2}. | `{3}` | {4} |
| `{0}2` | [**Box**](Box.md) | The {2} of *it*. |  | Yes |
"""


def test_table_of_parameters() -> None:
    pages = [
        PARAMETERS.format("size", "int", "size", 3, "Yes"),
        PARAMETERS.format("lid", "str", "lid", "x", "No"),
        PARAMETERS.format("tag", "str", "label", None, "No"),
    ]
    [element] = elements(*pages, headings=("Methods", "Parameters"), scopes=METHOD)
    assert element.table == {
        "shape": "table",
        "header": ["Name", "Type", "Description", "Default", "Required"],
        "defines": "parameter",
        "row": [
            "`{symbol}`",
            element.table["row"][1],
            "{description:markup}",
            element.table["row"][3],
            ["{required='Yes'}", "No"],
        ],
    }
    assert "**{type}**" in element.table["row"][1]
    assert "`{default}`" in element.table["row"][3]
    assert element.count == 3
    assert "guess" in element.comment


def test_marks_of_parameters() -> None:
    page = "Name | Notes\n--- | ---\n**{0}** | {1}\n**b** | [optional]\n"
    notes = ["", "[optional] [default to 3]", "[optional] [default to red]", "[readonly]", "Given (once)"]
    pages = [page.format(name, note) for name, note in zip(NAMES, notes, strict=False)]
    [table] = tables(*pages, headings=("Parameters",), scopes=METHOD)
    assert table["row"] == ["**{symbol}**", ["{optional='[optional]'}[ [[default to {default}]]]", "{_:any}"]]


def test_table_that_defines_nothing_names_no_holes() -> None:
    page = "| Code | Meaning |\n| --- | --- |\n| **{}** | {} |\n"
    pages = [page.format(200, "Fine"), page.format(404, "No such box"), page.format(500, "Out of order")]
    assert tables(*pages, headings=("Responses",)) == [
        {"shape": "table", "header": ["Code", "Meaning"], "row": ["**{_:int}**", "{_}"]}
    ]


def test_tables_without_a_method_around_define_no_parameters() -> None:
    pages = [PARAMETERS.format("size", "int", "size", 3, "Yes")] * 3
    assert "defines" not in tables(*pages, headings=("Parameters",))[0]


def test_label_says_what_a_list_defines() -> None:
    page = "**Arguments:**\n\n- **{0}** (`int`) – The {0} of the box.\n- **deep** (`str`) – How *deep*.\n"
    found = tables(*(page.format(name) for name in ("size", "lid", "tag")), scopes=METHOD)
    assert found == [
        {"shape": "text", "text": "**Arguments:**"},
        {"shape": "symbols", "defines": "parameter", "item": "**{symbol}** (`{type}`) – {description:markup}"},
    ]


def test_list_of_links() -> None:
    page = "- [{0}](./{0}.md): All of {0}.\n- [Crates](./crates.md): *The* crates.\n"
    found = tables(*(page.format(name) for name in ("pears", "plums", "beets")))
    assert [table["shape"] for table in found] == ["links"]
    assert found[0]["item"].startswith("[{_}](./{_}.md): ")


def test_other_lists_are_entries_of_their_heading() -> None:
    page = "- `{}` (Number) How *many*.\n- `{}` (String) The name.\n"
    pages = [page.format("a", "b"), page.format("c", "d"), page.format("e", "f")]
    assert tables(*pages, headings=("Schema", "Read-Only")) == [
        {"shape": "entries", "of": "read-only", "item": "`{_}` ({_}) {description:markup}"}
    ]


def test_list_of_sentences_is_prose() -> None:
    pages = ["- Open it.\n- Take a pear.", "- Close the lid carefully, please.\n- Done", "- What now?\n- Nothing"]
    assert tables(*pages) == [{"shape": "prose"}]


def test_signatures_in_python() -> None:
    pages = [
        "```python\ndef weigh(unit: str = 'g', *, net=False) -> int\n```",
        "```python\nasync def fill(things)\n```",
        "```python\n@staticmethod\ndef seal() -> Box[str]\n```",
    ]
    [element] = elements(*pages, scopes=METHOD)
    assert element.table == {
        "shape": "signature",
        "fence": "python",
        "text": "[@{_} ][{async='async '}]def {symbol}({parameters})[ -> {returns}]",
    }


def test_signatures_in_typescript() -> None:
    pages = [
        "```ts\nweigh(unit: string): Promise<number>;\n```",
        "```ts\nfill<T>(things: T[]): void;\n```",
        "```ts\nseal(): void;\n```",
        "```ts\nship: () => void;\n```",
    ]
    [element] = elements(*pages, scopes=METHOD)
    assert element.table["text"] == [
        "{symbol}[<{_}>]({parameters}): {returns};",
        "{symbol}: {type};",
    ]


def test_signatures_in_quotes() -> None:
    pages = ["> Box weigh(unit)\n\nIn grams.", "> fill(things, lid=lid)\n\nUp.", "> List[Box] seal()\n\n*Air*"]
    found = tables(*pages, scopes=METHOD)
    assert found[0] == {"shape": "signature", "layout": "quote", "text": "[{returns} ]{symbol}({parameters})"}


def test_other_fences_are_examples() -> None:
    pages = ["```python\nbox = Box()\nbox.weigh()\n```", "```python\nprint(fill)\n```", "```sh\nseal it\nand ship\n```"]
    assert tables(*pages, scopes=METHOD) == [{"shape": "example", "fence": ["python", "sh"]}]


def test_commands() -> None:
    pages = [f"```sh\ncrates import crates_{name}.mine 12{number}\n```" for number, name in enumerate(NAMES)]
    [table] = tables(*pages)
    assert (table["shape"], table["fence"]) == ("command", "sh")
    assert table["text"].startswith("crates import ")


def test_elements_are_in_the_order_of_the_pages_and_optional_if_some_lack_them() -> None:
    warning = "> Not for pears.\n\n"
    pages = [
        "In short.\n\n**Returns:**\n\n- `int` – The weight.\n\n---\n",
        "Longer, but\n\ntwo paragraphs.\n\n---\n",
        "A *third*.\n\n**Returns:**\n\n- `Box` – Itself.\n\n---\n",
        f"{warning}**Returns:**\n\n- `str` – A tag.\n\n---\n",
    ]
    assert tables(*pages) == [
        {"shape": "prose"},
        {"shape": "text", "optional": True, "text": "**Returns:**"},
        {"shape": "entries", "optional": True, "of": "returns", "item": "`{_}` – {description}"},
        {"shape": "text", "text": "---"},
    ]


def test_html_blocks_are_texts() -> None:
    pages = [
        "<!-- schema: begin [x] -->\n\nOne.",
        "<!-- schema: begin [x] -->\n\n*Two* of them",
        "<!-- schema: begin [x] -->",
    ]
    assert tables(*pages)[0] == {"shape": "text", "text": "<!-- schema: begin [[x]] -->"}


def test_links_to_lines_say_where_symbols_are_defined() -> None:
    page = "Defined in: [src/{0}.ts:{1}](https://git.example/crates/blob/main/src/{0}.ts#L{1})"
    pages = [page.format("box", 4), page.format("lid", 12), page.format("tag", 100)]
    text = {"shape": "text", "text": "Defined in: [{source.path}:{source.line:int}]({source.link})"}
    assert tables(*pages, scopes=METHOD) == [text]
    assert "{source." not in str(tables(*pages))


def test_rare_tables_are_told() -> None:
    common = "| A | B |\n| --- | --- |\n| 1 | 2 |\n"
    other = "| C | D |\n| --- | --- |\n| 1 | 2 |\n"
    known = [{"symbol": f"n{number}"} for number in range(30)]
    [element] = [
        element
        for element in draft_content(samples([*[common] * 29, other], known), DraftPlace())
        if element.table["shape"] == "table"
    ]
    assert "`C | D`" in element.comment


class Elements(BaseModel):
    content: list[AnyContent]


BLOCKS = st.sampled_from(
    [
        "Box.",
        "**Args:**",
        "- `a` (int): x",
        "- **Key**: value",
        "| A | B |\n| - | - |\n| 1 | `2` |",
        "```py\ndef a(x)\n```",
        "> quote a(x)",
        "---",
        "<div>\n[x]\n</div>",
        "1. one\n2. two",
        "    code",
        "![i](i.png)",
        "[^1]: note",
        "- [a](b.md)",
        "```\na\n```",
        "<details>",
        "- a\n  - b\n\n      c",
        "[x]: y.md",
        "{{% x %}}",
        "- [ ] todo",
        "# H",
        "Text [^1] here\\\nand",
    ]
)
PAGES = st.lists(
    st.lists(BLOCKS | st.text(alphabet="ab *_`[]{}()|<>#-\n:1", max_size=30), max_size=6).map("\n\n".join),
    min_size=1,
    max_size=6,
)


@given(PAGES, st.sampled_from([(), METHOD]))
def test_any_blocks_give_elements_that_take_what_they_say(pages: list[str], scopes: Any) -> None:
    sections = samples(pages)
    drafted = draft_content(sections, DraftPlace(("Parameters",), scopes))
    content = list(Elements.model_validate({"content": [element.table for element in drafted]}).content)
    matcher = Matcher(Format.model_construct(name="draft", docs_root="", kind=[]), Subject(None, is_folder=False))
    for section in sections:
        shapes, _ = matcher.contents(section.blocks, content, "")
        assert len({id(shape.element) for shape in shapes} - {id(None)}) <= len(content)
    assert all(element.count > 0 for element in drafted)


def test_many_large_samples_take_little_time() -> None:
    words = [f"word{number % 91} `code{number}` **b{number % 7}**" for number in range(200)]
    block = "\n\n".join(
        f"Para {' '.join(words[number : number + 30])}\n\n- **x{number}** {words[number]}" for number in range(40)
    )
    known = [{"symbol": f"n{number}"} for number in range(40)]
    start = time.process_time()
    draft_content(samples([f"{block}\n\n{number}" for number in range(40)], known), DraftPlace())
    assert time.process_time() - start < 60
