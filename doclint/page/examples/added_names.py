"""What the examples of a page add to packages by themselves, or leave to the reader to add."""

from collections.abc import Iterable
from functools import cached_property

from doclint.errors.expressions import expression
from doclint.packages.answers import MissingName
from doclint.page.examples.intent import is_placeholder
from doclint.page.examples.misuses import PythonText
from doclint.page.page import Page
from doclint.source.examples.python_steps import AttributeStep, BindStep

_PATH = expression(r"(\w++)(?:\.py\b|/)")


class AddedNames:
    """The names that a page, with the Python `texts` of its examples, adds to modules and classes."""

    def __init__(self, page: Page, texts: Iterable[PythonText]) -> None:
        self._page = page
        self._texts = texts

    def has(self, missing: MissingName) -> bool:
        """Whether the page adds what is missing, or leaves it to the reader to do so."""
        name = missing.name.rpartition(".")[2]
        if name in self._defined or is_placeholder(name) or is_placeholder(missing.name):
            return True
        return name in self._paths

    @cached_property
    def _defined(self) -> frozenset[str]:
        """The names that examples of the page define, or set as attributes."""
        steps = [step for text in self._texts for step in text.program.steps]
        defined = {step.name for step in steps if isinstance(step, BindStep) and step.how == "defined"}
        return frozenset(defined | {step.name for step in steps if isinstance(step, AttributeStep) and step.is_set})

    @cached_property
    def _paths(self) -> frozenset[str]:
        """The names of modules and folders in the paths on the page, which the reader may have to create."""
        return frozenset(_PATH.findall(self._page.source.text))
