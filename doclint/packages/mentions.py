"""Which packages of its repository a page may import from, by a search in its text that costs little."""

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository

_GAP = r"(?:[ \t]|\\\s)"  # a line may go on behind a backslash
_DOTTED = r"\w++(?:[ \t]*+\.[ \t]*+\w++)*+"
_ONE = rf"{_DOTTED}(?:{_GAP}++as{_GAP}++\w++)?+"
# The first letters are outside of any assertion, so that the search skips all places without one of them.
_IMPORT = expression(
    rf"f(?<!\wf)rom{_GAP}++(?P<module>{_DOTTED}){_GAP}++import\b|"
    rf"i(?<!\wi)mport{_GAP}++(?!from\b)(?P<modules>{_ONE}(?:{_GAP}*+,{_GAP}*+{_ONE})*+)"
)
_TOP = expression(r"(?<![\w.])\w++")
_MARKS = ("```", "~~~", ">>>")  # one of them is on each page with an example in Python that is read
_FENCES, _PROMPT = ("```", "~~~"), ">>> "  # one of them is on each page with an example that is certainly in Python
# What precedes another fence is empty, as is a copy of a source in `Page.own_text`.
_PYTHON = expression(r"...[ \t{]*+\.?py[^\r\n]*+\s*+(?!```|~~~|\Z)")
_LOADS = ("from '", 'from "', "require(", "import(")


def mentions_python(text: str, repository: Repository) -> bool:
    r"""Whether the text of a page may import from the Python packages of a repository.

    >>> from doclint.repository.in_memory import Memory
    >>> mentions_python("```\nimport orchard\n```", Memory({"orchard/__init__.py": ""}))
    True
    """
    return any(mark in text for mark in _MARKS) and imports_python(text, repository)


def uses_python(text: str, repository: Repository) -> bool:
    r"""Whether an example on a page may use a Python package of a repository by its name, without an import.

    >>> from doclint.repository.in_memory import Memory
    >>> repository = Memory({"orchard/__init__.py": ""})
    >>> fences = ("```python", "~~~ {.py}", "```sh", "```python\n```")
    >>> [uses_python(f"{fence}\norchard.plant()\n", repository) for fence in fences]
    [True, True, False, False]
    """
    if _PROMPT not in text and not _has_python_fence(text):
        return False
    from doclint.packages.python_layout import python_layout

    dotted = (f"{name}." for name in python_layout(repository).names)
    return any(one in text for one in dotted)


def _has_python_fence(text: str) -> bool:
    """Whether a fence in a text that is not empty says that it is in Python. To find fixed characters costs least."""
    for fence in _FENCES:
        at = text.find(fence)
        while at >= 0:
            if _PYTHON.match(text, at):
                return True
            at = text.find(fence, at + len(fence))
    return False


def imports_python(text: str, repository: Repository) -> bool:
    """Whether a text may import from the Python packages of a repository, if it is code."""
    if "import" not in text:
        return False
    from doclint.packages.python_layout import python_layout

    names = python_layout(repository).names
    return any(name in text for name in names) and _imports_any(text, names)


def mentioned_javascript(text: str, repository: Repository) -> list[str]:
    """Return the names of the JavaScript packages of a repository that the text of a page may import from.

    >>> from doclint.repository.in_memory import Memory
    >>> mentioned_javascript("import { x } from 'orchard'", Memory({"package.json": '{"name": "orchard"}'}))
    ['orchard']
    """
    if not any(words in text for words in _LOADS):
        return []
    from doclint.packages.javascript_manifests import manifests

    return sorted(name for name in manifests(repository) if f"'{name}" in text or f'"{name}' in text)


def _imports_any(text: str, names: frozenset[str]) -> bool:
    """Whether a statement in a text seems to import one of some packages, as no prose does."""
    return any(not names.isdisjoint(_TOP.findall(one["module"] or one["modules"])) for one in _IMPORT.finditer(text))
