import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import dropwhile, takewhile
from operator import eq
from posixpath import basename
from textwrap import shorten

from doclint import Capture, Invalid, Message, Page, Rule, Span, Valid, Violation, kit
from doclint.kit import expression, language_of, schema
from doclint.kit.nodes import CodeBlock, HtmlBlock, Paragraph
from doclint.kit.shapes import Listing
from doclint.source.language import is_api_report
from doclint.source.symbols import SETTINGS

from ._member_pages import PROGRAM, invalid_program, valid_program
from ._pages import index_page
from ._provider_pages import BASKET, SCHEMA, generated_page, provider
from ._repetitions import copied_below

_WORD = expression(r"[^\W_]+")
_TAG = expression(r"</?[A-Za-z][\w-]*+(?:\s[^<>]*+)?>|<br/>|(?<=\])\([^()\s]*+\)")  # or where a link leads
# By how comments are written, the part that pages show.
_COMMENTS = {
    "tsdoc": expression(r"(?s)\s*((?:(?!(?<!\S)@[a-z]).)*+)"),
    "xml": expression(r"(?s)\s*<summary>(.*?)</summary>"),
    **dict.fromkeys(("schema", "text"), expression(r"(?s)([^\f\b]*)")),
}
_REFERENCE = expression(r"<\w|\{@|\[|(?<!\w):\w+:(?!\w)")  # what becomes another text on pages
_OF_XML = expression(r"<(?:list|code|inheritdoc|include)\b|\[")  # what becomes another text in comments of C#
_CREF = expression(r"<see\s+cref\s*=[^<>]*/>")  # a link without a text, or only a name if DocFX does not find that
_NAMING = expression(r"<(?:(?:type)?paramref\s+name|see\s+langword)\s*=\s*[\"']([^\"']*)[\"']\s*/>")
_PARTS = expression(
    r"(?s)<(?P<part>param|returns)\b(?:\s+name\s*=\s*\"(?P<name>\w+)\")?\s*>"
    r"(?P<text>(?:[^<]|<(?!/?(?:param|returns)\b))*+)</(?P=part)\s*>"
)
_NO_WORD = expression(r":\S+|[^\w\s-]|\s+\Z")  # brackets, dots, and the words that an argument may be
_SUBCOMMANDS = expression(r" COMMAND1? \[ARGS\].*")
_NOT_LATIN = expression(r"[^\W\d_\0-\u024f]")  # a letter of another script
_LONGEST = 100  # characters of a description in a message
_INPUTS = """\
<!-- BEGIN_TF_DOCS -->
## Inputs

| Name | Description |
|------|-------------|
| till | {} |
<!-- END_TF_DOCS -->
"""
_DESCRIBED = 'variable "till" {{\n  description = <<EOT\n{}\nEOT\n}}\n'
_VARIABLE = {"main.tf": 'variable "till" {\n  description = "Where the _money_ goes."\n}\n'}

_OWNED = SCHEMA.replace("Required: true}", 'Required: true, Description: "Who pays."}')

_COMMAND = """\
## shop

Sell fruit

### Synopsis

Sell fruit{}.

### Options

```
  -h, --help      help for shop
      --tip int   {} (default 3)
```

### SEE ALSO

* [shop](shop.md)\t - Sell fruit
"""
_GO = {
    "shop.go": """\
import "github.com/spf13/cobra"

var shop = &cobra.Command{Use: "shop", Short: "Sell fruit", Long: "Sell fruit, or give it away."}

func init() {
\tshop.Flags().Int("tip", 3, "how much")
}
"""
}


def _files(**descriptions: str) -> str:
    rows = "".join(
        f"| [`{name}`](../../src/{name}) | {text} | [docs](./{name}_docs.md) | [keywords](./{name}_kw.md) |\n"
        for name, text in descriptions.items()
    )
    table = f"| File | Description | Documentation | Keywords |\n|---|---|---|---|\n{rows}"
    return index_page().replace("*No files in this folder.*\n", table)


# What to call build files, instead of the language that they are written in.
_BUILD_FILES = {"starlark": "a Bazel build file", "cmake": "a CMake build file"}


class WrongDescription(Rule):
    """The page describes a file as something it is not, a license as "Source code", or a setting in other words.

    Readers of a long list go by the descriptions. Wrong ones come from a generator that knows a few names and
    extensions and calls everything else source code. To fix them, add a line to its table.

    The format says which descriptions there are, and which files they are false of; doclint knows what a file is by its
    name. It does not check other descriptions and other files. If the format has a description for such files, that is
    the fix.

    Pages about Terraform modules, Helm charts, actions and commands of cobra copy what the source says of each setting,
    output, command and flag, and of commands a synopsis, a usage and an example: that has changed since, or belongs to
    another one. Markup and white space do not count. A description that the page leaves out is reported if it has those
    of most others, and a summary in C# in any case. Other pages copy descriptions, comments and docstrings, with more
    text behind them, and in C# what is said of parameters and results. A text with references is not compared, and in
    C# only up to the first one; nor is a translation into another script. Pages of Typer say how to call each command.
    """

    family = "lists"
    severity = "warning"
    reads = {
        "{description} of listing + {file} of listing + format.description",
        "{description} of symbol",
        "{returns.description} of symbol",
    }
    covers = ("F20",)
    yields_to = ("repeated-section",)
    remedy = "Choose the description by a table of file names and types, not by whether the name is known."
    messages = {
        "wrong": Message('`{file}` is {language}, not "{description}"[; write "{right}"]', key=("file", "description")),
        "setting": Message(
            'The source describes `{name}` as "{right}" ({place})',
            key=("name",),
            remedy="Run the generator again after each change of a description.",
        ),
        "command": Message(
            'The source describes `{name}` as "{right}" ({place})',
            key=("name",),
            remedy="Run the generator again after each change of a command.",
        ),
        "text": Message(
            'The {what} of `{name}` differs from that in the source from "{right}" on ({place})',
            key=("name", "what"),
            remedy="Run the generator again after each change of a command.",
        ),
        "name": Message('`{file}` is [{language}, ]not "{description}"', key=("file", "description")),
    }
    examples = (
        Invalid(
            _files(**{"app.py": "Source code", "LICENSE": "Source code", "guide.rst": "Source code"}),
            "docs/src/index.md",
            lines={18: "wrong", 19: "wrong"},
            fixed=_files(**{"app.py": "Source code", "LICENSE": "Source code", "guide.rst": "Documentation"}),
        ),
        Invalid(_files(**{"BUILD.bazel": "Source code"}), "docs/src/index.md", lines={17: "name"}),
        Invalid(
            _files(**{"test_data.txt": "Test file", "run.sh": "Package initialization"}),
            "docs/src/index.md",
            lines=(17, 18),
        ),
        Invalid(_files(**{"test_plan.md": "Test file"}), "docs/src/index.md", lines=(17,)),
        Invalid(_INPUTS.format("The door."), files=_VARIABLE, lines={6: "setting"}),
        Invalid(_COMMAND.format(", or give it away", "how many"), "shop.md", files=_GO, lines={13: "command"}),
        Invalid(_COMMAND.format("", "how much"), "shop.md", files=_GO, lines={7: "text"}),
        Valid(_COMMAND.format(", or give\nit away", "how much"), "shop.md", files=_GO),
        *(
            Valid(
                _COMMAND.format(", or give it away", "how much").replace("Sell fruit", f"Sell {shown}"),
                "shop.md",
                files={path: text.replace("Sell fruit", "Sell <fruit>") for path, text in _GO.items()},
            )
            for shown in ("<fruit>", r"&lt;fruit\>")
        ),
        invalid_program(PROGRAM.replace("Pay for", "Buy").replace(" FRUIT", ""), lines={5: "setting", 9: "text"}),
        valid_program(PROGRAM),
        Valid(_INPUTS.format("Where the *money*<br/>goes."), files=_VARIABLE),
        Valid(_INPUTS.format("Where it goes"), files={"main.tf": _DESCRIBED.format("Where it goes | or not")}),
        Valid(_INPUTS.format("The door."), files={"main.tf": _DESCRIBED.format("It is:\n```\n1\n```")}),
        Valid(
            _files(**dict.fromkeys(("run.sh", "rules.bzl", "notes.ipynb", "data.xyz"), "Source code")),
            "docs/src/index.md",
        ),
        Valid(
            _files(**{"test_app.py": "Test file", "README.md": "Documentation", "LICENSE": "Licence"}),
            "docs/src/index.md",
        ),
        Valid(_INPUTS.format("The door."), files={"main.tf": _DESCRIBED.format("The door. # ref: door.org")}),
        Invalid(
            generated_page().replace("`owner` (String)", "`owner` (String) Who gets it."),
            BASKET,
            files=provider("basket", schema=_OWNED),
            lines={8: "setting"},
        ),
        Valid(
            generated_page().replace("`owner` (String)", "`owner` (String) Who *pays*. Up to 80 letters."),
            BASKET,
            files=provider("basket", schema=_OWNED),
        ),
        Valid(
            generated_page().replace("`owner` (String)", "`owner` (String) Who pays.\n\tUp to 80 letters."),
            BASKET,
            files=provider("basket", schema=_OWNED.replace("Who pays.", "Who pays.\\n\\tUp to 80 letters.")),
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for violation in _found(page):
            shown, right = page.text(violation.span), str(violation.arguments.get("right", ""))
            # People translate pages.
            if len(_NOT_LATIN.findall(shown)) * 4 <= len(shown) or _NOT_LATIN.search(right):
                yield violation.following_from(copied_below(page, violation.span))


def _found(page: Page) -> Iterator[Violation]:
    format_ = page.format
    specs = {spec.text: spec for spec in format_.description} if format_ and "description" in page.captures else {}
    for listing in page.all(Listing) if specs else ():
        for item in listing.items:
            file, description = item.captures.get("file"), item.captures.get("description")
            if format_ is not None and file is not None and description is not None and description.text in specs:
                yield from _check_description(page, file.text, description, specs[description.text], format_)
    if page.repository and any(not SETTINGS.isdisjoint(symbol.kinds) for symbol in page.documented):
        yield from _check_settings(page)
    if page.repository and page.format and page.format.docstrings in _COMMENTS:
        yield from _check_comments(page, _COMMENTS[page.format.docstrings])
    if page.repository and any("command" in symbol.kinds for symbol in page.documented):
        yield from _check_commands(page)
        yield from _check_usages(page)


def _check_settings(page: Page) -> Iterator[Violation]:
    absent: list[tuple[kit.Compared, str]] = []
    number = 0
    for one in kit.compared(page):
        stated, (_, _, own) = one.symbol.says("description"), one.declaration.docstring.rpartition("\f")
        if not one.is_setting or not own or "```" in own:
            continue
        if stated is None:
            absent.append((one, own))
            continue
        number += 1
        # `## ref: ...` is a comment on the description for some versions of helm-docs, and a part of it for others.
        # Of a text with escapes, the place may be all of its paragraph.
        rights = (own, own.partition(" # ")[0], one.declaration.docstring)
        right, before, every, *both = map(_words, (*rights, page.text(stated.span), stated.text))
        # The rest may be below the first paragraph, or in a further cell.
        is_first = one.symbol.section is not None or "|" in own
        if all(words not in (right[: len(words)] if is_first else right, before, every) for words in both):
            shown = shorten(" ".join(own.split()), _LONGEST, placeholder="…")
            yield one.violation(stated.span, "setting", name=one.symbol.name.text, right=shown)
    # A template may leave out most descriptions, or all.
    for one, own in absent if len(absent) < number else ():
        if kit.can_say(page, kit.spec_of(page, one.symbol), "description"):
            shown = shorten(" ".join(own.split()), _LONGEST, placeholder="…")
            yield one.violation(one.symbol.name.span, "setting", name=one.symbol.name.text, right=shown)


def _check_comments(page: Page, summary: re.Pattern[str]) -> Iterator[Violation]:
    """Yield what pages say in other words than the comment or the schema that they copy.

    Pages may have the first paragraph of it, or more: what generators add. A reference in a comment becomes any text.
    """
    for one in kit.compared(page):
        stated, own = one.symbol.says("description"), summary.match(one.declaration.docstring)
        below = page.text(one.symbol.span).strip().partition("\n\n")[2] if one.symbol.section is None else ""
        is_shown = stated is not None or bool(one.symbol.docstring) or bool(below)
        if not is_shown and own and _WORD.search(own[1]) and one.declaration.docstring.startswith("<summary>"):
            stated = one.symbol.name if kit.can_say(page, kit.spec_of(page, one.symbol), "description") else None
        if len(one.declaration.signatures) > 1 or one.is_setting:
            continue
        if page.format and page.format.docstrings == "xml":
            yield from _check_parts(page, one)
        if stated is None or own is None:
            continue
        blocks = one.symbol.section.blocks if one.symbol.section else []
        before = (block for block in blocks if block.start < stated.start)
        is_first = all(isinstance(block, CodeBlock | HtmlBlock | Paragraph) for block in before)
        # Of a broken fence, or behind a heading that gomarkdoc takes the first line for, it is not the whole text.
        if is_api_report(one.path) or not is_first or "``" in (page.text(stated.span)[:2], own[1].strip()[:2]):
            continue
        if shown := _otherwise(page, stated, own[1]):
            yield one.violation(stated.span, "setting", name=one.symbol.name.text, right=shown)


def _check_parts(page: Page, one: "kit.Compared") -> Iterator[Violation]:
    """Yield what a page says in other words than a comment of C# about parameters, and about what a method returns."""
    stated = {("param", each.name.text): each.says("description") for each in one.symbol.of_kind("parameter")}
    stated["returns", ""] = one.symbol.says("returns.description")
    for part in _PARTS.finditer(one.declaration.docstring):
        said = stated.get((part["part"], part["name"] or ""))
        if said and (shown := _otherwise(page, said, part["text"])):
            name = f"{one.symbol.name.text}.{part['name']}" if part["name"] else one.symbol.name.text
            yield one.violation(said.span, "setting", name=name, right=shown)


def _plain(text: str) -> str:
    """Return a text of a page or a source without the escapes and entities that either may have."""
    return kit.unescaped(text).replace("\\", "")


def _words(text: str) -> list[str]:
    return _WORD.findall(_TAG.sub(" ", _plain(text)))


def _otherwise(page: Page, stated: Capture, text: str) -> str:
    """Return what a comment says if a page says it in other words; empty otherwise, or if that is not certain."""
    is_xml = page.format is not None and page.format.docstrings == "xml"
    if (_OF_XML if is_xml else _REFERENCE).search(text):
        return ""
    plain = _CREF.split(_NAMING.sub(r"\1", text), 1)[0] if is_xml else text
    # The place of a text of several lines may be all of its paragraph.
    texts = (plain, page.text(stated.span), stated.text)
    right, *both = map(_words, texts)
    is_same = any(all(map(eq, words, right)) for words in both)
    return "" if not both[0] or not right or is_same else shorten(" ".join(plain.split()), _LONGEST, placeholder="…")


def _check_commands(page: Page) -> Iterator[Violation]:
    """Yield what is wrong with the texts about commands and flags in Go, which pages have in the same words."""
    from doclint.source.languages.go_flags import DEFAULT, is_zero

    for one in kit.compared(page):
        if one.declaration.kind not in ("command", "flag") or not one.path.endswith(".go"):
            continue
        stated, right, value = one.symbol.says("description"), one.declaration.docstring, one.declaration.value
        shown, default = stated.text if stated else "", one.symbol.says("default")
        if one.declaration.kind == "command":
            right = right.partition("\n\n")[0]  # the rest is in paragraphs of its own
        if DEFAULT in right:
            shown = f"{shown}{DEFAULT}{default.text})"[: len(right)] if default else shown
        elif default is None and value is not None and not is_zero(value):
            right = f"{right}{DEFAULT}{value})"
        found = [(stated.span, "", shown, right)] if stated and right else []
        if not stated and one.declaration.kind == "command" and right and right not in page.source.text:
            found = [(one.symbol.name.span, "description", "", right)]
        found += _texts_of_page(page, one) if one.symbol.scope is None else []
        for span, what, text, right in found:
            # Markdown takes `<name>` for a tag, unless it is escaped.
            rights, words, as_written = (_plain(each).split() for each in (right, text, page.text(span)))
            if rights in (words, as_written):
                continue
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, rights, strict=False)))
            cut = rights[min(same, len(rights) - 1) :] if what else rights
            shown = shorten(" ".join(cut), _LONGEST, placeholder="…")
            message = "text" if what else "command"
            yield one.violation(span, message, name=one.symbol.name.text, what=what, right=shown)


def _check_usages(page: Page) -> Iterator[Violation]:
    """Yield where the page says how to call a command of Typer, if it leaves out or makes up an argument."""
    for one in kit.compared(page):
        declaration, section, name = one.declaration, one.symbol.section, one.symbol.name.text
        if declaration.kind != "command" or not one.path.endswith(".py") or section is None or declaration.is_open:
            continue
        # Other rules report what is wrong with the list of the arguments.
        lists = [each.symbols for each in one.symbol.members if "argument" in each.spec.defines]
        listed = [each.name.text.lower() for symbols in lists for each in symbols]
        behind = dropwhile(lambda block: page.text(block.span) != "**Usage**:", section.blocks)
        usage = next((block for block in behind if isinstance(block, CodeBlock)), None)
        arguments = [each for each in declaration.members if each.kind == "argument"]
        rights = ["OPTIONS", *(each.name for each in arguments if each.is_public)]
        is_known = {each.name.lower() for each in arguments} <= {each.lower() for each in rights}
        is_known &= not listed or listed == [each.lower() for each in rights[1:]]
        if usage is None or not usage.text.startswith("$ ") or "|" in usage.text + name or not is_known:
            continue
        rights = [*name.split(), *(_NO_WORD.sub("", each) for each in rights)]
        words = _NO_WORD.sub("", _SUBCOMMANDS.sub("", usage.text[2:])).split()
        pairs = zip((one.lower() for one in words), (one.lower() for one in rights), strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if max(len(words), len(rights)) > same:
            right = " ".join(rights[min(same, len(rights) - 1) :])
            yield one.violation(usage.span, "text", name=name, what="usage", right=right)


def _texts_of_page(page: Page, one: "kit.Compared") -> "Iterator[tuple[Span, str, str, str]]":
    """Yield where the page of a command has the texts of its fields, what they are, and how page and source say them.

    The last fence below the synopsis, or without one below the title, is how to call the command.
    """
    rights = {each.name: each.docstring for each in one.declaration.further}
    starts = {section.key: section.heading.span for section in page.sections}
    ends = sorted(span.start for span in starts.values())
    bodies = {}
    for key, start in {"": one.symbol.span, **starts}.items():
        end = next((end for end in ends if end > start.start), len(page.source.text))
        bodies[key] = [block for block in page.document.blocks if start.end <= block.start < end]
    synopsis = bodies.get("synopsis") or bodies[""]
    usage = synopsis[-1] if synopsis and isinstance(synopsis[-1], CodeBlock) else None
    if usage is not None and usage.text.startswith(one.symbol.name.text):
        synopsis = synopsis[:-1]
        if "Use" in rights and "%" not in rights["Use"]:
            right = rights["Use"]
            # Fields of other commands may say that nothing is added.
            shown = usage.text if right.endswith(" [flags]") else usage.text.removesuffix("[flags]\n")
            yield usage.span, "usage", shown, right
    if "Long" in rights and "synopsis" in starts and synopsis:
        span = Span(synopsis[0].start, synopsis[-1].end)
        yield span, "synopsis", page.text(span), rights["Long"]
    match bodies.get("examples"):
        case [CodeBlock() as example] if "Example" in rights:
            yield example.span, "example", example.text, rights["Example"]


def _check_description(
    page: Page, file: str, description: Capture, spec: "schema.DescriptionSpec", format_: "schema.Format"
) -> Iterator[Violation]:
    name, language = basename(file), language_of(file)
    kind = _BUILD_FILES.get(language.id, language.name) if language else None
    if any(fnmatchcase(name, pattern) for pattern in spec.right_names):
        return
    if any(fnmatchcase(name, pattern) for pattern in spec.wrong_names):
        yield Violation(description.span, "name", file=file, description=spec.text, language=kind)
    elif language is not None and language.id in spec.wrong:
        right = next((one.text for one in format_.description if language.id in one.right), None)
        fix = page.correct(description, right, safe=True) if right else None
        yield Violation(
            description.span, "wrong", fix=fix, file=file, description=spec.text, language=kind, right=right
        )
