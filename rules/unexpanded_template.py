import re
from collections.abc import Iterator

from doclint.formats.shapes import Command, Field, Fields, Prose
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page, metadata_page

_VARIABLE = re.compile(
    r"(?<![\w$\\{}])\{[a-z][a-z0-9]*(?:[._][a-z0-9]+)*\}(?!\})|\{\{ ?[a-z_][\w.]*+ ?\}\}|\$\{[A-Za-z_]\w*+\}"
)
_USAGE = "## Testing & Usage\n\n### Testing\n\nThis is a test file. Run it with:\n\n```bash\n{}\n```\n"


class UnexpandedTemplate(Rule):
    """A variable of the generator's template was not filled in: `./{executable_name} [options]`.

    A plain string stands where a formatted one was meant. The command cannot be run, the sentence names nothing.

    Only what the generator writes itself is read: commands and other fences, headings, metadata, sentences. What it
    took from the source says nothing of the generator, so names in braces that the source has as well are left alone,
    and so are lists and docstrings, texts that the format has in that form, and pages of no known format.
    """

    id = "unexpanded-template"
    family = "structure"
    severity = "error"
    covers = ("B16",)
    remedy = "Fill the template in before it is written: a string without its `f`, or a name that is not known."
    consults = frozenset({"source", "repository"})
    messages = {"unfilled": Message("`{variable}` is a variable that was not filled in", key=("variable",))}
    examples = (
        Invalid(
            file_page("a.py", _USAGE.format("python {file_path} --out ${TARGET}")),
            "docs/a.py_docs.md",
            lines=(10, 10),
        ),
        Invalid(
            metadata_page("a.py", "**Path**: `{path}`", "**Type**: {{ language.type }}"),
            "docs/a.py_docs.md",
            lines=(5, 6),
        ),
        Valid(
            file_page("a.sh", _USAGE.format("run ${TARGET}")), "docs/a.sh_docs.md", files={"a.sh": "echo ${TARGET}\n"}
        ),
        Valid(file_page("a.py", '## Original Source\n\n```python\nf"{name}"\n```\n'), "docs/a.py_docs.md"),
        Valid("Call `/users/{user_id}` with ${TOKEN}.\n"),
        Valid(file_page("a.py", "## File Purpose\n\nIts index is {name}_kw.md.\n"), "docs/a.py_docs.md"),
        Valid(metadata_page("a{b}.py", "**Path**: `a{b}.py`"), "docs/a{b}.py_docs.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.kind is None:
            return
        known = None
        text = page.source.text
        for span in _spans(page):
            # Most have no brace, which is told faster.
            for match in _VARIABLE.finditer(text, *span) if text.find("{", *span) >= 0 else ():
                known = _known(page) if known is None else known
                if match.group() not in known and not _tells_names(page, match.end()):
                    yield Violation(Span(*match.span()), "unfilled", variable=match.group())


def _tells_names(page: Page, end: int) -> bool:
    """Whether a variable stands for the name of a file, in what the format calls its pages: `{name}_docs.md`."""
    kinds = page.format.kind if page.format else ()
    endings = {kind.page.text.rpartition("}")[2] for kind in kinds} - {""}
    return any(page.source.text.startswith(ending, end) for ending in endings)


def _spans(page: Page) -> Iterator[Span]:
    """What the generator writes itself."""
    yield from (heading.span for section in page.sections if not section.captures for heading in [section.heading])
    for shape in page.contents:
        match shape:
            case Fields(fields=fields):
                yield from (_value(field) for field in fields)
            case Command():
                yield shape.block.content
            case Prose() if not shape.of:
                yield shape.span
            case _:
                pass


def _value(field: Field) -> Span:
    return field.value.span


def _known(page: Page) -> str:
    """All that the generator may have copied: the source, and the names of files."""
    source_file = page.source_file
    source = source_file.data.decode(errors="replace") if source_file else ""
    return f"{page.path}\n{source}"
