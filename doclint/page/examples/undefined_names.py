"""Names that the Python examples of a page use although nothing on the page defines them, as far as that is certain."""

import builtins
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.source import Span
from doclint.packages.python_packages import PythonPackages, python_packages
from doclint.page.examples.code_examples import included_files
from doclint.page.examples.intent import is_on_purpose
from doclint.page.examples.misuses import PythonText
from doclint.page.examples.python_uses import python_uses
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.source.answer import Found, Missing
from doclint.source.examples.python_steps import AttributeStep, BindStep, ImportStep, LoadStep

_BUILTIN = frozenset({*dir(builtins), "__file__", "__doc__", "__name__", "display", "get_ipython", "_", "__"})
# Modules whose names are seldom those of variables. They count only with an attribute: `os.environ`.
_MODULES = names("doclint.page", "modules")
_TYPING = names("doclint.page", "typing")
_PATHS = frozenset({"Path", "PurePath"})
_CONSTANTS = {"true": "True", "false": "False", "null": "None"}
_SETUP = b"doctest_global_setup"  # a setting of sphinx.ext.doctest
_RUN = expression(r"(?m)^[ \t]*+%(?:run|load|pylab)\b")  # a command of IPython, after which names of a script are there
# What binds names: one, or all in a list.
_BINDS = expression(
    r"\b(?:as|def|class|for|global)\s++(?P<one>\w++)|\bimport\s(?P<imported>[^\r\n]{0,300})|"
    r"(?<![\w.])(?P<set>\w++(?:[ \t]*+,[ \t]*+\w++){0,20}+)[ \t]*+(?::[^\r\n=]{0,200})?=(?!=)"
)
_WORD = expression(r"(?<![\w.])\w++")
_MOST_PACKAGES = 50  # of a repository that offer a name to a page which imports none of them
_HUMPS = expression(r"(?:[A-Z]+[a-z\d]+){2,}")


class _Tops(Struct, frozen=True):
    """The packages that a page imports, and those that may offer a name of several words."""

    own: list[str]
    likely: list[str]


class UndefinedName(Struct, frozen=True):
    """A name that an example uses although nothing on the page defines it.

    `statement` would define it, or `constant` is what Python calls it. If the example uses others that nothing defines,
    it is a `sketch`.
    """

    span: Span
    name: str
    statement: str
    constant: str
    is_sketch: bool


def undefined_names(page: Page) -> list[UndefinedName]:
    """Return the names in the examples of a page that nothing on it defines, the first place of each in an example.

    Only names count that no reader takes for a value of their own: modules of the standard library that are used as
    such, what the packages of the repository offer, names of `typing` and `pathlib`, and constants of other languages.
    """
    texts = page.remembered(python_uses).texts
    if page.repository is None or not texts:
        return []
    bound = {name for text in texts for name in _bound(text)}
    are_read = len(page.remembered(included_files)) == sum(text.included is not None for text in texts)
    is_complete = are_read and all(text.example.complete for text in texts)
    has_runs = _RUN.search(page.document.source.text) is not None
    if "*" in bound or has_runs or not is_complete or _has_setup(page, page.repository):
        return []
    packages = python_packages(page.repository)
    imported = {step.module.partition(".")[0] for text in texts for step in _imports(text)}
    own = imported & packages.names
    tops = _Tops(sorted(own), sorted(own or packages.names)[:_MOST_PACKAGES])
    own_texts = [text for text in texts if text.included is None and _imports(text)]
    return [found for text in own_texts for found in _undefined(page, text, bound, tops, packages)]


def _has_setup(page: Page, repository: Repository) -> bool:
    """Whether the doctests of the page run with names that the configuration of Sphinx defines."""
    config = page.site.config if page.site else None
    return config is not None and _SETUP in (repository.page(config) or b"")


def _bound(text: PythonText) -> Iterator[str]:
    yield from text.program.uncertain
    for step in text.program.steps:
        if isinstance(step, BindStep):
            yield step.name
        elif isinstance(step, ImportStep):
            yield step.bound or step.name


def _imports(text: PythonText) -> list[ImportStep]:
    return [step for step in text.program.steps if isinstance(step, ImportStep)]


def _undefined(
    page: Page, text: PythonText, bound: set[str], tops: _Tops, packages: PythonPackages
) -> Iterator[UndefinedName]:
    steps = text.program.steps
    first: dict[str, tuple[int, LoadStep]] = {}
    for index, step in enumerate(steps):
        if isinstance(step, LoadStep) and step.name not in bound and step.name not in _BUILTIN:
            first.setdefault(step.name, (index, step))
    first = {name: found for name, found in first.items() if name not in page.remembered(_bound_on)}
    owners = {step.owner for step in steps if isinstance(step, AttributeStep)}
    for name, (index, step) in first.items():
        statement = _statement(name, tops, packages, has_attribute=index in owners)
        constant = _CONSTANTS.get(name, "")
        span = text.code.place(step.place)
        if not (statement or constant) or step.around.guarded:
            continue
        if not is_on_purpose(page, text.example, span):
            yield UndefinedName(span, name, statement, constant, is_sketch=len(first) > 1)


def _statement(name: str, tops: _Tops, packages: PythonPackages, *, has_attribute: bool) -> str:
    """Return the statement that would import a name; empty if it may be anything."""
    if name in _MODULES:
        return f"import {name}" if has_attribute else ""
    if name in _TYPING or name in _PATHS:
        return f"from {'typing' if name in _TYPING else 'pathlib'} import {name}"
    # Where the page imports nothing from a package, only names of several words are certain to be those of the package.
    for top in tops.likely if _HUMPS.match(name) else tops.own:
        package, answer = top, packages.imported(top, name)
        # A name in small letters is rather one of the reader, unless the package itself offers it.
        if isinstance(answer, Missing) and answer.what.elsewhere and not name.islower():
            package = answer.what.elsewhere[0]
            answer = packages.imported(package, name)
        # Whoever asks for an attribute does not mean a function.
        member = answer.value.member if isinstance(answer, Found) else None
        if member is not None and (member.is_class or (member.is_function and not has_attribute)):
            return f"from {package} import {name}"
    return ""


def _bound_on(page: Page) -> frozenset[str]:
    """Return the names that anything on a page may define: prose, or an example in no known language."""
    places = _BINDS.finditer(page.source.text)
    found = (_WORD.findall(match["one"] or match["imported"] or match["set"] or "") for match in places)
    return frozenset(chain.from_iterable(found))
