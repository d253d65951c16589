"""The Python packages of a repository: what their dotted names stand for, and how to call it."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.wording import misspelled_word
from doclint.packages.answers import NameAnswer, Resolved, Result
from doclint.packages.python_classes import MethodKind, Outside, PythonClasses, is_class
from doclint.packages.python_constructors import PythonConstructors, PythonModels, Signatures
from doclint.packages.python_layout import ModuleFile, python_layout
from doclint.packages.python_modules import PythonModules
from doclint.packages.python_projects import LONGEST_NAME
from doclint.repository.repository import Remembering, Repository, remembered
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.model import Declaration

_MOST_MODULES = 20_000  # of a package, in which a missing name is looked for
_MOST_OFFERS = 5  # modules that define a name, for which doclint looks whether a package offers it, too
_BASES = expression(rb"^[ \t]*+class[ \t]++\w++[^(:\n]*+\(([^)]*+)\)", re.MULTILINE)
_AS = expression(rb"as(?<=[ \t]as)[ \t]++(?P<alias>\w++)")  # it begins with letters, so that the search is fast
_BEFORE_AS = expression(rb"(?<![\w.])([^\W\d]\w*+)[ \t]++\Z")
_WORD = expression(rb"[^\W\d]\w*+")
_DEFINED = expression(
    rb"^(?:(?:async[ \t]++)?+def|class)[ \t]++([^\W\d]\w*+)|^([^\W\d]\w*+)[ \t]*+(?::[^=\n]*+)?=(?!=)", re.MULTILINE
)


def python_packages(repository: Repository) -> "PythonPackages":
    """Return the Python packages of a repository. They are found once, and read when something asks for them."""
    return repository.remembered(PythonPackages)


class PythonPackages(Remembering):
    """What the Python packages of a repository offer.

    `names` are the top-level names that they have. All other answers say `Unknown` if anything on the way to them is
    not certain: what comes from other packages, is made at run time, or cannot be read.

    >>> from doclint.repository.in_memory import Memory
    >>> files = {"orchard/__init__.py": "from .tree import Tree", "orchard/tree.py": "class Tree: ..."}
    >>> packages = python_packages(Memory(files))
    >>> packages.find("orchard.Tree").value.path, packages.find("orchard.Leaf").what.name
    ('orchard/tree.py', 'Leaf')
    """

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self._layout = python_layout(repository)
        self._modules = PythonModules(repository, self._layout)
        self._classes = PythonClasses(repository, self._modules)
        self._constructors = PythonConstructors(self._classes)
        self.names = self._layout.names

    @remembered
    def find(self, dotted: str) -> NameAnswer:
        """Return what a dotted name stands for: a module, a member of one, or an attribute of a class."""
        return self._asked(dotted, lambda: self._find(dotted))

    @remembered
    def imported(self, module: str, name: str) -> NameAnswer:
        """Return what `from module import name` imports: a member of the module, or a submodule.

        If the module is missing, `elsewhere` are the modules that define the name.
        """
        return self._asked(name, lambda: self._modules.imported(module, name))

    @remembered
    def attribute(self, found: Resolved, name: str) -> NameAnswer:
        """Return what an attribute of a module or a class stands for."""
        return self._asked(name, lambda: self._classes.attribute(found, name))

    @remembered
    def instance_attribute(self, found: Resolved, name: str) -> NameAnswer:
        """Return what an attribute of an instance of a class stands for."""
        return self._asked(name, lambda: self._classes.attribute(found, name, of_instance=True))

    @remembered
    def signatures(self, found: Resolved) -> Signatures:
        """Return the ways to call a function, a method or a class; a call is right if one of them takes it.

        A signature lacks the parameter that binding fills: the first one of a method or class method, also if the
        method was found on its class. One with a "var-keyword" parameter takes all keywords, and one with a
        "var-positional" parameter any number of positional arguments.
        """
        known = self._constructors.signatures(found)
        if isinstance(known, Unknown) and found.member is not None and found.member.is_class:
            return PythonModels(self._classes).signatures(found) or known
        return known

    @remembered
    def kind_of_method(self, found: Resolved) -> MethodKind:
        """Return how a method is bound; "unknown" also for what is not a method."""
        return self._classes.kind_of_method(found)

    def result(self, found: Resolved, owner: Resolved | None, *, awaited: bool = False) -> Result | None:
        """Return what a function returns, or a property is, by its annotation; None if that is not known.

        `owner` is the class on which a method was found. Only what is `awaited` has a result if it is asynchronous.
        """
        key = PythonPackages.result, self, found, owner, awaited
        return self._repository.answered(key, partial(self._classes.result, found, owner, awaited=awaited))

    def lineage(self, found: Resolved) -> Sequence[Resolved | Outside]:
        """Return a class and all its bases in the order in which Python looks attributes up."""
        return self._classes.lineage(found)

    def changes(self, found: Resolved) -> bool:
        """Whether a decorator may change a class or function."""
        return self._classes.changing_decorator(found) is not None

    @remembered
    def declaration(self, found: Resolved) -> Declaration | None:
        """Return the declaration of what was found, with types, values and docstrings; None for a module, and for what
        no statement at the top of a module or a class declares.
        """
        return self._classes.declaration(found)

    def has_subclasses(self, found: Resolved) -> bool:
        """Whether a class of the repository may derive from a class: one has a base of its name, or it has an alias."""
        return found.member is not None and any(found.member.name in self._bases(name) for name in self.names)

    @remembered
    def _bases(self, package: str) -> frozenset[str]:
        """Return the names in the bases of all classes of a package, and those that it gives another name."""
        texts = (text for module in self._all_modules(package) for text in _bases_in(self._source(module)))
        return frozenset(word.decode(errors="replace") for text in texts for word in _WORD.findall(text))

    def _asked(self, name: str, find: Callable[[], NameAnswer]) -> NameAnswer:
        if len(name) > LONGEST_NAME:
            return Unknown("the name is too long")
        return self._explained(find(), name.rpartition(".")[2])

    def _find(self, dotted: str) -> NameAnswer:
        first, *rest = dotted.split(".")
        answer = self._modules.module(first)
        module = first
        for name in rest:
            if not isinstance(answer, Found):
                return answer
            module = f"{module}.{name}"
            found = self._classes.attribute(answer.value, name)
            # A function may have the name of the submodule that defines it: what follows decides which is meant.
            is_member = isinstance(found, Found) and found.value.member is not None and not is_class(found.value)
            submodule = self._layout.module(module) if is_member and module != dotted else None
            is_shadowed = isinstance(submodule, ModuleFile)
            answer = self._modules.module(module) if is_shadowed else found
        return answer

    def _explained(self, answer: NameAnswer, wanted: str) -> NameAnswer:
        """Return an answer; if a name is missing, with the modules that have what was wanted and the nearest name."""
        if not isinstance(answer, Missing):
            return answer
        missing, where = answer.what, answer.what.where
        if where.member is not None:
            near = misspelled_word(missing.name, self._classes.names_in(where))
            return Missing(replace(missing, suggestion=near or ""))
        modules = self._elsewhere(where.module.partition(".")[0]).get(wanted, ())
        elsewhere = tuple(dict.fromkeys(self._offering(modules, wanted)))
        module = self._layout.module(where.module)
        names = set(self._modules.names_in(module)) if isinstance(module, ModuleFile) and not elsewhere else ()
        near = elsewhere[0] if elsewhere else misspelled_word(missing.name, names)
        return Missing(replace(missing, suggestion=near or "", elsewhere=elsewhere))

    def _offering(self, modules: Sequence[str], name: str) -> Iterator[str]:
        """Yield the modules that define a name, and before each of them the outermost package that offers it, too."""
        for module in modules[:_MOST_OFFERS]:
            definition = self._modules.imported(module, name)
            packages = [module[:end] for end, sign in enumerate(module) if sign == "."]
            offers = (one for one in packages if self._modules.imported(one, name) == definition)
            package = next(offers, None) if isinstance(definition, Found) else None
            yield from filter(None, (package, module))
        yield from modules[_MOST_OFFERS:]

    @remembered
    def _elsewhere(self, package: str) -> dict[str, tuple[str, ...]]:
        """Return the modules of a package that define a name at their top, by name, public and short ones first."""
        found: dict[str, list[str]] = {}
        for module in self._all_modules(package):
            for match in _DEFINED.finditer(self._source(module)):
                modules = found.setdefault((match[1] or match[2]).decode(errors="replace"), [])
                if module.name not in modules[-1:]:
                    modules.append(module.name)
        return {name: tuple(sorted(modules, key=_order)) for name, modules in found.items()}

    def _source(self, module: ModuleFile) -> bytes:
        return (None if module.is_namespace or module.is_compiled else self._repository.page(module.path)) or b""

    def _all_modules(self, package: str) -> Iterator[ModuleFile]:
        waiting, left = [package], _MOST_MODULES
        while waiting and left:
            left -= 1
            module = self._layout.module(waiting.pop())
            if isinstance(module, ModuleFile):
                yield module
                waiting += (f"{module.name}.{name}" for name in self._layout.submodules(module))


def _bases_in(source: bytes) -> Iterator[bytes]:
    """Yield the bases of the classes in a source, as they are written, and the names to which it gives another name."""
    yield from _BASES.findall(source)
    for match in _AS.finditer(source):
        before = _BEFORE_AS.search(source, max(0, match.start() - LONGEST_NAME), match.start())
        if before and before[1] != match["alias"]:
            yield before[1]


def _order(module: str) -> tuple[bool, int, str]:
    return any(part.startswith("_") for part in module.split(".")), module.count("."), module
