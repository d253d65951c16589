"""What a name stands for in a Python module of the repository, after all re-exports."""

import builtins
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.grouping import by_key
from doclint.errors.tables import names
from doclint.packages.answers import MissingName, NameAnswer, Resolved
from doclint.packages.python_layout import ModuleFile, PythonLayout
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.languages.python_functions import dotted_name
from doclint.source.languages.python_standard import BACKPORTS
from doclint.source.model import Declaration, SourceDeclarations
from doclint.source.read import read

_MOST_STEPS = 500  # modules and names that one question leads through
_DEEPEST = 40  # re-exports behind each other
_LANGUAGE = "python"
_IMPLICIT = names("doclint.packages", "implicit-names")


class ModuleIndex(Struct, frozen=True):
    """What a module declares, and all that it has by name, in the order of the source."""

    module: SourceDeclarations
    by_name: Mapping[str, Sequence[Declaration]]


class _Steps:
    """The way of one question: the names that are being looked for in modules, and how many have been."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self.depth = 0

    @property
    def are_too_many(self) -> bool:
        return len(self.seen) > _MOST_STEPS or self.depth > _DEEPEST


@remembered
def module_index(repository: Repository, path: str) -> ModuleIndex | None:
    """Return what a source offers; None if it cannot be read."""
    data = repository.page(path)
    if data is None:
        return None
    question = ("declarations", _LANGUAGE, 1)  # as `SourceFile` asks it
    module = repository.memo.of(data, question, SourceDeclarations | None, partial(read, _LANGUAGE, data))
    if module is None:
        return None
    members = sorted((*module.found, *module.further), key=lambda one: one.line)
    return ModuleIndex(module, by_key((one.name, one) for one in members))


class PythonModules:
    """The names in the modules of a repository."""

    def __init__(self, repository: Repository, layout: PythonLayout) -> None:
        self._repository = repository
        self.layout = layout

    def module(self, name: str) -> NameAnswer:
        """Return what a dotted name of a module stands for."""
        found = self.layout.module(name)
        if isinstance(found, ModuleFile):
            return Found(found.resolved)
        return found or self._missing_module(name)

    def _missing_module(self, name: str) -> NameAnswer:
        """Return that a module is missing, in the innermost package that is there."""
        if name.partition(".")[0] not in self.layout.names:
            return Unknown(f"`{name}` is not a module of this repository")
        missing, outer = name, name
        around = None
        while outer and around is None:
            missing = outer
            outer = outer.rpartition(".")[0]
            around = self.layout.module(outer) if outer else None
        if isinstance(around, ModuleFile):
            return self._missing_in(around, missing.rpartition(".")[2])
        return around or Unknown(f"`{name}` may be in another package")

    def _missing_in(self, package: ModuleFile, name: str) -> NameAnswer:
        """Return that a package lacks a module, unless the package may have modules elsewhere."""
        if package.is_namespace:
            tops = [package.name[:end] for end in range(len(package.name)) if package.name[end] == "."]
            around = (self.layout.module(top) for top in tops)
            if not any(isinstance(one, ModuleFile) and not one.is_namespace for one in around):
                return Unknown(f"other distributions may add to the namespace package `{package.name}`")
        elif package.is_compiled:
            return Unknown(f"`{package.name}` is compiled")
        else:
            index = module_index(self._repository, package.path)
            if index is None:
                return Unknown(f"`{package.path}` cannot be read")
            if index.module.has_open_path:
                return Unknown(f"`{package.name}` may have further modules: {index.module.is_open}")
        return Missing(MissingName(name, package.resolved))

    def imported(self, module: str, name: str, steps: _Steps | None = None) -> NameAnswer:
        """Return what `from module import name` imports."""
        found = self.layout.module(module)
        if isinstance(found, ModuleFile):
            return self.member(found, name, steps or _Steps())
        return found or self._missing_module(module)

    def member(self, module: ModuleFile, name: str, steps: _Steps | None = None) -> NameAnswer:
        """Return what a name stands for in a module: a member, one that a star imports, or a submodule."""
        steps = steps or _Steps()
        if steps.are_too_many:
            return Unknown("there are too many imports on the way")
        is_again = (module.name, name) in steps.seen
        steps.seen.add((module.name, name))
        steps.depth += 1
        answer = None if is_again else self._defined(module, name, steps)
        steps.depth -= 1
        if answer is None or (isinstance(answer, Unknown) and not self._binds(module, name)):
            submodule = self.layout.module(f"{module.name}.{name}") if module.folders else None
            if submodule is not None:
                return Found(submodule.resolved) if isinstance(submodule, ModuleFile) else submodule
        return answer or self._absent(module, name)

    def _binds(self, module: ModuleFile, name: str) -> bool:
        """Whether a statement of a module binds a name, which then is not the submodule of that name."""
        indexes = (module_index(self._repository, path) for path in (module.path, module.stub) if path)
        return any(index is not None and name in index.by_name for index in indexes)

    def _absent(self, module: ModuleFile, name: str) -> NameAnswer:
        """Return that a name is missing in a module, unless there is a doubt."""
        if name in _IMPLICIT:
            return Unknown("every module has it")
        if module.is_namespace:
            return self._missing_in(module, name)
        if module.is_compiled or module.is_stub:
            return Unknown(f"`{module.name}` is compiled")
        index = module_index(self._repository, module.path)
        if index is None:
            return Unknown(f"`{module.path}` cannot be read")
        if index.module.is_open:
            return Unknown(f"`{module.name}` may have further names: {index.module.is_open}")
        return Missing(MissingName(name, module.resolved))

    def _defined(self, module: ModuleFile, name: str, steps: _Steps) -> NameAnswer | None:
        """Return what a module defines or imports by a name; None if it does neither."""
        for path in filter(None, (module.path, module.stub)):
            index = None if module.is_namespace or module.is_compiled else module_index(self._repository, path)
            if index is None:
                continue
            members = index.by_name.get(name)
            if members:
                return self._agreed([self._resolved(module, path, one, steps) for one in effective(members)])
            answer = self._from_stars(module, index, name, steps)
            if answer is not None:
                return answer
        return None

    def _from_stars(self, module: ModuleFile, index: ModuleIndex, name: str, steps: _Steps) -> NameAnswer | None:
        doubt: Unknown | None = None
        for star in reversed(index.module.stars):
            target = absolute(module, star)
            source = self.layout.module(target) if target else None
            if not isinstance(source, ModuleFile):
                doubt = doubt or Unknown(f"`{module.name}` imports everything from `{star}`, which is not here")
                continue
            if steps.are_too_many:
                return Unknown("there are too many imports on the way")
            offered = None if source.is_namespace or source.is_compiled else module_index(self._repository, source.path)
            exported = offered.module.exported if offered else None
            if (exported is None or name in exported) and (source.name, name) not in steps.seen:
                answer = self.member(source, name, steps)
                if isinstance(answer, Found):
                    return answer
                doubt = answer if isinstance(answer, Unknown) else doubt
        return doubt

    def _resolved(self, module: ModuleFile, path: str, member: Declaration, steps: _Steps) -> NameAnswer:
        """Return what a member stands for: itself, what it imports, or the class or function that it is an alias of."""
        if member.kind == "import":
            return self._followed(module, member, steps)
        if member.value and member.value.isidentifier() and not member.type and member.kind != "type":
            other = self.member(module, member.value, steps)
            own = other.value.member if isinstance(other, Found) else member
            if own is None or own.is_class or own.is_function:
                return other
        return Found(Resolved(module.name, path, member))

    def _followed(self, module: ModuleFile, member: Declaration, steps: _Steps) -> NameAnswer:
        target = absolute(module, member.module)
        if target is None or target.partition(".")[0] not in self.layout.names:
            return Unknown(f"`{member.name}` of `{module.name}` comes from `{member.module}`, which is not here")
        answer = self.imported(target, member.origin, steps) if member.origin else self.module(target)
        if isinstance(answer, Missing):
            return Unknown(f"`{module.name}` imports `{member.name}` from `{member.module}`, which lacks it")
        return answer

    def _agreed(self, answers: Sequence[NameAnswer]) -> NameAnswer:
        """Return what several definitions of one name come to: the functions among them as one with all signatures."""
        if len(answers) == 1:
            return answers[0]
        unknown = next((one for one in answers if not isinstance(one, Found)), None)
        found = list(dict.fromkeys(one.value for one in answers if isinstance(one, Found)))
        if unknown is not None or len(found) == 1:
            return unknown or Found(found[0])
        functions = [one.member for one in found if one.member is not None and one.member.is_function]
        is_alike = len({(*map(dotted_name, one.decorators), bool(one.signatures)) for one in functions}) == 1
        if len(functions) == len(found) and is_alike:
            signatures = tuple(signature for one in functions for signature in one.signatures)
            return Found(replace(found[0], member=functions[0]._replace(signatures=signatures)))
        return Unknown(f"`{found[0].name}` is defined in several ways")

    def outside(self, module: ModuleFile, dotted: str, steps: _Steps | None = None) -> str:
        """Return the full name of something from outside of the repository that a name stands for in a module, such as
        `functools.cache` or `builtins.property`; empty if it is defined in the repository, or not known.
        """
        steps = steps or _Steps()
        first, _, rest = dotted.partition(".")
        if steps.are_too_many or ("outside", module.name + ":" + first) in steps.seen:
            return ""
        steps.seen.add(("outside", module.name + ":" + first))
        steps.depth += 1
        found = self._outside(module, first, rest, steps)
        steps.depth -= 1
        return found

    def _outside(self, module: ModuleFile, first: str, rest: str, steps: _Steps) -> str:
        index = None if module.is_namespace or module.is_compiled else module_index(self._repository, module.path)
        if index is None:
            return ""
        members = index.by_name.get(first)
        if not members:
            is_builtin = hasattr(builtins, first) and not index.module.stars
            return ".".join(filter(None, ("builtins", first, rest))) if is_builtin else ""
        names = {self._origin(module, one, rest, steps) for one in effective(members)}
        return names.pop() if len(names) == 1 else ""

    def _origin(self, module: ModuleFile, member: Declaration, rest: str, steps: _Steps) -> str:
        target = absolute(module, member.module) if member.kind == "import" else None
        if target is None:
            return ""
        if target.partition(".")[0] in self.layout.names:
            source = self.layout.module(target)
            is_here = isinstance(source, ModuleFile) and member.origin
            return self.outside(source, ".".join(filter(None, (member.origin, rest))), steps) if is_here else ""  # type: ignore[arg-type]
        return ".".join(filter(None, (BACKPORTS.get(target, target), member.origin, rest)))

    def names_in(self, module: ModuleFile) -> Iterator[str]:
        """Yield the names that a module defines or imports, without those of stars, and its submodules."""
        index = None if module.is_namespace or module.is_compiled else module_index(self._repository, module.path)
        if index is not None:
            yield from index.by_name
        yield from self.layout.submodules(module)


def effective(members: Sequence[Declaration]) -> Sequence[Declaration]:
    """Return those of several members of one name that may hold: the last one that is not conditional, and all after
    it.
    """
    last = max((at for at, member in enumerate(members) if not member.is_conditional), default=0)
    return members[last:]


def absolute(module: ModuleFile, target: str) -> str | None:
    """Return the absolute name of a module that another one imports; None if it leads out of the package.

    >>> absolute(ModuleFile("a.b", "a/b/__init__.py", ("a/b",)), "..c"), absolute(ModuleFile("a.b", "a/b.py"), ".c")
    ('a.c', 'a.c')
    """
    name = target.lstrip(".")
    level = len(target) - len(name)
    if not level:
        return name
    parts = module.name.split(".")
    base = parts[: len(parts) - level + bool(module.folders)]
    return ".".join([*base, *([name] if name else [])]) if base else None
