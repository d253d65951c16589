import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Section, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.shapes import Command, Fields, Prose

from ._pages import FILE_PAGE, file_of, file_page, metadata_page, purpose_page
from ._places import line_around

_VARIABLE = expression(
    r"(?<![\w$\\{}^])\{[a-z][a-z0-9]*(?:[._][a-z0-9]+)*\}(?!\})|(?<!\$)\{\{ ?[a-z_][\w.]*+ ?\}\}|\$\{[A-Za-z_]\w*+\}"
)
# Parameters in an address: `/users/{id}`, `https://example.org/{name}`.
_ADDRESS = expression(r"(?:(?<![^\s`'\"(\[*])/[\w-]|\w://)[^\s`'\"]*+\Z")
_LONGEST = 200  # characters before a variable that may be the rest of an address
_TEMPLATES = expression(
    r"\b(?:f-strings?|format strings?|handlebars|interpolat\w+|jinja2?|liquid|mustache|placeholders?|templat\w+)\b",
    re.IGNORECASE,
)
_USAGE = "## Testing & Usage\n\n### Testing\n\nThis is a test file. Run it with:\n\n```bash\n{}\n```\n"


class UnexpandedTemplate(Rule):
    """The generator did not fill in a variable of its template: `./{executable_name} [options]`.

    It wrote a plain string instead of a formatted one. The command does not run, and the sentence names nothing.

    The rule reads only what the generator writes itself: commands and other fences, headings, metadata and sentences.
    It leaves alone lists and docstrings, names in braces that the source has as well, parameters of addresses
    (`/users/{id}`), secrets of workflows (`${{ token }}`), lines that speak of templates, names of pages in the form
    that the format gives them (`{name}_docs.md`), and pages of unknown formats.
    """

    family = "structure"
    severity = "error"
    covers = ("B16",)
    remedy = (
        "Fill the template in before you write it: the string lacks its `f`, or the variable has a name that the "
        "template does not know."
    )
    consults = {"source", "repository"}
    reads = {"kind"}
    messages = {"unfilled": Message("`{variable}` is a template variable that is not filled in", key=("variable",))}
    examples = (
        Invalid(*file_of("a.py", _USAGE.format("python {file_path} --out ${TARGET}")), lines=(10, 10)),
        Invalid(metadata_page("a.py", "**Path**: `{path}`", "**Type**: {{ language.type }}"), FILE_PAGE, lines=(5, 6)),
        Valid(*file_of("a.sh", _USAGE.format("run ${TARGET}"), "echo ${TARGET}\n")),
        Valid(file_page("a.py", '## Original Source\n\n```python\nf"{name}"\n```\n'), FILE_PAGE),
        Valid("Call `/users/{user_id}` with ${TOKEN}.\n"),
        Valid(
            purpose_page("It answers GET `/users/{id}/posts/{post}`, <https://example.org/{name}> and x^{n}."),
            FILE_PAGE,
        ),
        Valid(*file_of("a.yml", _USAGE.format("deploy --token ${{ secrets.token }}"))),
        Invalid(purpose_page("It runs `src/{path}` and ./{name}, not and/or {verb}."), FILE_PAGE, lines=(5, 5, 5)),
        Valid(purpose_page("It renders Jinja such as `{{ name }}`."), FILE_PAGE),
        Valid(purpose_page("Its index is {name}_kw.md."), FILE_PAGE),
        Valid(purpose_page("Its type is `` `${string}-price` ``."), FILE_PAGE),
        Valid(metadata_page("a{b}.py", "**Path**: `a{b}.py`"), "docs/a{b}.py_docs.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.kind is None or "{" not in page.own_text:
            return
        text = page.source.text
        for span in _generated_spans(page):
            # Most spans do not have a brace, and `find` is faster than the expression.
            for match in _VARIABLE.finditer(text, *span) if text.find("{", *span) >= 0 else ():
                if match.group() not in page.remembered(_copied_text) and not _is_meant(page, match):
                    yield Violation(Span(*match.span()), "unfilled", variable=match.group())


def _generated_spans(page: Page) -> Iterator[Span]:
    """Yield the spans of what the generator writes itself."""
    yield from (section.heading.span for section in page.sections if not (section.captures or _is_unread(section)))
    for shape in page.contents:
        match shape:
            case Fields(fields=fields):
                yield from (field.value.span for field in fields)
            case Command(block=block):
                yield block.content
            case Prose(of="") if page.format is None or page.format.generator is None:
                yield shape.span


def _is_unread(section: Section) -> bool:
    """Whether the format does not say what a part of a heading means."""
    return section.place is not None and any(pattern.has_unread for pattern in section.place.headings)


def _copied_text(page: Page) -> str:
    """Return the text that the generator may have copied: the path of the page and the source."""
    source = page.source_file
    return f"{page.path}\n{source.data.decode(errors='replace') if source else ''}"


def _is_meant(page: Page, variable: re.Match[str]) -> bool:
    """Whether a variable is a parameter of an address, stands for a name in that of a page, or is what a line shows."""
    before = variable.string[max(0, variable.start() - _LONGEST) : variable.start()]
    if _ADDRESS.search(before) or _names_page(page, variable.end()):
        return True
    if "`` `" in before and variable.string.startswith("$", variable.start()):
        return True  # in code with backticks of its own: a string of JavaScript, which may be a type
    return _TEMPLATES.search(variable.string, *line_around(page, Span(*variable.span()))) is not None


def _names_page(page: Page, end: int) -> bool:
    """Whether a variable that ends at a character begins the name of a page of the format: `{name}_docs.md`."""
    kinds = page.format.kind if page.format else ()
    suffixes = {kind.path.text.rpartition("}")[2] for kind in kinds} - {""}
    return any(page.source.text.startswith(suffix, end) for suffix in suffixes)
