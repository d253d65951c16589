from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from doclint import Capture, Invalid, Message, Page, SourceFile, SourceRule, Valid, Violation
from doclint.errors.wording import listed
from doclint.kit import Severity, expression, lines_of, schema, without_entries
from doclint.kit.shapes import FixedText, Imports, Item

from ._pages import file_page, keyword_page, keywords_of
from ._reasons import UNREAD
from ._remedies import REWRITE

if TYPE_CHECKING:
    from doclint.source.origins import Origin

_ALIAS = expression(r"(?P<name>\.*[^\W\d]\w*(?:\.[^\W\d]\w*)*) +as +[^\W\d]\w* *")
_NAME = expression(r"\.+|\.*[^\W\d]\w*(?:\.[^\W\d]\w*)*(?:\.\*)?|\*")
_TEXT = ("comment", "docstring", "string")
_SHOWN = 3
_LONGEST = 1_000  # characters of an entry that are read

_PYTHON = '''\
"""Baskets.

To import apples, call `fill`.
"""
import os.path, json
import numpy as np  # see the manual
from .shop import (
    Apple,
    Pear as P,
)
run(__import__("plugin"))
'''
_HEADER = """\
#include <vector>
#include "shop/apple.h"
// #include <map>
"""


def _message(text: str, severity: Severity | None = None, remedy: str = "") -> Message:
    return Message(text, key=("name",), severity=severity, remedy=remedy)


def _misread(place: str) -> Message:
    return _message(
        f"The page says that `{{name}}` is {{imported}}, but it is only in a {place} of `{{source}}` (line {{line}})"
    )


def _page(path: str, verb: str, *entries: str) -> str:
    items = "".join(f"- {entry}\n" for entry in entries)
    return file_page(path, f"## Dependencies\n\n### Import Dependencies\n\nThis file {verb}:\n\n{items}")


_NONE = file_page("a.py", "## Dependencies\n\n### Import Dependencies\n\n*No imports detected.*\n")


class WrongImport(SourceRule):
    """A page lists an import that the source does not have, or that is not the name of a module, or denies all imports.

    Readers get dependencies that do not exist. A regular expression that looks for imports also finds them in comments
    and docstrings ("to import apples"), and takes what follows the name with it: an alias, a comment, a comma. doclint
    parses the source, so it knows what the source imports or includes: modules, the packages that they are in, and the
    names that are taken from them. It also reports the text that stands for a list without entries ("*No imports
    detected.*") if the source imports something.

    The rule checks Python, C, C++ and CUDA. It leaves alone names that only a macro or a call of `__import__` can
    produce.
    """

    family = "symbols"
    severity = "error"
    claims = "import"
    covers = ("F12",)
    in_quotes = True
    reads = {"{module} of imports", "{names} of imports", "statement"}
    yields_to = ("reserved-word-as-symbol",)
    remedy = (
        r"Parse imports and includes instead of matching `import\s+(.+)` in the text: comments and strings have the "
        "word too, and an alias or a comma is not a part of the name."
    )
    messages = {
        "alias": _message("`{name}` is written with its alias; write `{module}`", "warning"),
        "comma": _message("`{name}` ends in a comma, as if more names followed; drop it", "warning"),
        "text": _message(
            "The page says that `{name}` is {imported}, but that is not the name of a module or of something in it"
        ),
        "comment": _misread("comment"),
        "docstring": _misread("docstring"),
        "string": _misread("string"),
        "used": _message("The page says that `{name}` is {imported}, but `{source}` only uses it (line {line})"),
        "absent": _message(
            "The page says that `{name}` is {imported}, but `{source}` has no such {noun}", remedy=REWRITE
        ),
        "denied": Message("The page says that nothing is {imported}, but `{source}` has {names}", key=("source",)),
    }
    examples = (
        Invalid(
            *keywords_of("a.py", _PYTHON, Imports=["os", "apples", "plugin", "run", "gone", "numpy as np"]),
            lines={8: "docstring", 9: "string", 10: "used", 11: "absent", 12: "alias"},
            fixed=keyword_page("a.py", "Imports", ["os", "numpy"]),
        ),
        Invalid(
            _page(
                "a.py",
                "imports",
                "`json`",
                "`see the manual`",
                "`.shop`: Apple, after patches",
                "`json ,`",
                "`apples, call`",
            ),
            "docs/a.py_docs.md",
            files={"a.py": _PYTHON},
            lines={10: "comment", 11: "text", 12: "comma", 13: "docstring"},
        ),
        Invalid(
            _page("a.h", "includes", "`vector`", "`map`"),
            "docs/a.h_docs.md",
            files={"a.h": _HEADER},
            lines={10: "comment"},
        ),
        Invalid(_NONE, "docs/a.py_docs.md", files={"a.py": _PYTHON}, lines={7: "denied"}),
        Valid(_NONE, "docs/a.py_docs.md", files={"a.py": "from __future__ import annotations\n# import json\n"}),
        Valid(*keywords_of("a.py", _PYTHON, Imports=[".shop", "Apple", "P", "Pear", "json", "numpy", "os", "os.path"])),
        Valid(
            _page("a.py", "imports", "`os.path, json`", "`.shop`: Apple, Pear as P", "`numpy`"),
            "docs/a.py_docs.md",
            files={"a.py": _PYTHON},
        ),
        Valid(_page("a.h", "includes", "`vector`", "`shop/apple.h`"), "docs/a.h_docs.md", files={"a.h": _HEADER}),
        Valid(
            _page("a.h", "includes", "`fruits.def`"),
            "docs/a.h_docs.md",
            files={"a.h": 'enum Fruit {\n  first,\n#include "fruits.def"\n};\n'},
        ),
        Valid(_page("a.cu", "includes", "`CONFIG`"), "docs/a.cu_docs.md", files={"a.cu": "#include CONFIG\n"}),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        listings, is_python = page.all(Imports), source.grammar == "python"
        if not listings and not page.remembered(_denials):
            return
        if source.symbols is None or not (is_python or source.definitions.has_macros):
            return
        imported, noun = ("imported", "import") if is_python else ("included", "include")
        for text in () if listings else page.remembered(_denials):
            names = [name for name in source.imports.besides(set()) if not name.startswith("__future__")]
            if names:
                yield Violation(text.span, "denied", imported=imported, source=source.path, names=listed(names, _SHOWN))
        for listing in listings:
            for item in listing.items:
                module = item["module"]
                names = _names_in(module) if is_python else [module.text.strip("<>\"' ")]
                violation = _check_import(page, item, source) if is_python else _not_imported(module, names, source)
                if violation is None:
                    if page.claims is not None:
                        because = "" if all(map(source.imports.has, names)) else UNREAD
                        page.claim("import", module.span, because, related=lines_of(source))
                    continue
                if violation.fix is None and len(listing.items) > 1:
                    violation.fix = without_entries(page, [item.span])
                violation.arguments |= {"imported": imported, "noun": noun, "source": source.path}
                yield violation


def _denials(page: Page) -> list[FixedText]:
    """Return the texts in place of a list of imports, for whatever file the page is about."""
    if not page.expects(schema.ImportsContent):
        return []
    contents = [one for section in page.sections if section.place for one in section.place.spec.content]
    choices = [one.one_of for one in contents if isinstance(one, schema.OneOf)]
    of_imports = [ways for ways in choices if schema.ImportsContent in {type(one) for way in ways for one in way}]
    instead = {id(way[0]) for ways in of_imports for way in ways if len(way) == 1}
    texts = [text for text in page.all(FixedText) if id(text.spec) in instead]
    return [text for text in texts if text.spec.role == "default" and not text.spec.false_of]


def _check_import(page: Page, item: Item, source: SourceFile) -> Violation | None:
    """Return what is wrong with an import of Python, or with the names that are taken from it."""
    module = item["module"]
    if " as " in module.text and (alias := _ALIAS.fullmatch(module.text[:_LONGEST])):
        is_exact = module.end - module.start == len(module.text)
        fix = page.replace(module.span, alias["name"], safe=False) if is_exact else None
        found = source.symbols.found if source.symbols else ()
        end = f".{alias['name']}"
        imports = (symbol for symbol in found if symbol.kind == "import" and f".{symbol.qualified}".endswith(end))
        related = next((lines_of(source, symbol.line) for symbol in imports), ())
        return Violation(module.span, "alias", fix=fix, related=related, name=module.text, module=alias["name"])
    for capture in (module, item.captures.get("names")):
        if capture:
            names = _names_in(capture)
            violation = _malformed(capture, names, source) or _not_imported(capture, names, source)
            if violation is not None:
                return violation
    return None


def _names_in(capture: Capture) -> list[str]:
    """Return the names in a list with commas, without aliases and parentheses."""
    text = capture.text[:_LONGEST].strip().removeprefix("(").removesuffix(")").rstrip(", ")
    return [name.strip().partition(" as ")[0].rstrip() for name in text.split(",")]


def _malformed(capture: Capture, names: Sequence[str], source: SourceFile) -> Violation | None:
    """Return what is wrong with a text that is not a name, and with one that ends in a comma."""
    if not all(map(_NAME.fullmatch, names)):
        origins = (source.imports.origin(text) for text in (capture.text[:_LONGEST].strip(), *names) if " " in text)
        origin = next((origin for origin in origins if origin and origin.reason in _TEXT), None)
        if origin is not None:
            return _from(origin, capture, capture.text, source)
        return Violation(capture.span, "text", name=capture.text)
    return Violation(capture.span, "comma", name=capture.text) if capture.text.rstrip().endswith(",") else None


def _not_imported(capture: Capture, names: Sequence[str], source: SourceFile) -> Violation | None:
    for name in names:
        origin = source.imports.origin(name)
        if origin is not None:
            return _from(origin, capture, name, source)
    return None


def _from(origin: "Origin", capture: Capture, name: str, source: SourceFile) -> Violation:
    """Return the violation that a name comes from elsewhere in the source."""
    related = lines_of(source, origin.line)
    return Violation(capture.span, origin.reason, related=related, name=name, line=origin.line)
