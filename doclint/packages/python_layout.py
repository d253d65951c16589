"""Which Python modules the packages of a repository have, and where."""

from collections.abc import Iterator, Mapping
from posixpath import join

from msgspec import Struct

from doclint.errors.tables import names
from doclint.packages.answers import Resolved
from doclint.packages.python_projects import (
    LONGEST_NAME,
    PROJECT_FILES,
    SCRIPTS,
    TESTS,
    PythonProject,
    automatic,
    project_in,
)
from doclint.repository.repository import Remembering, Repository, remembered
from doclint.source.answer import Unknown

_DEEPEST = 3  # folders from the root to a project
_MOST_FOLDERS = 2_000
_MOST_PORTIONS = 50  # of a namespace package
_NO_PROJECTS = names("doclint.packages", "no-projects")
# Without a configuration, a folder with such a name may be anything, and other projects have one, too.
_COMMON = frozenset("api app apps backend client common config core lib libs main models server src services".split())
_COMPILED = (".pyx", ".pyd", ".so", ".c", ".cpp", ".cc", ".cxx", ".rs", ".abi3.so", ".f90")
_BINARIES = (".so", ".pyd")  # behind the version of Python: `x.cpython-313-darwin.so`
_GENERATED = ("_pb2", "_pb2_grpc", "_version", "__version__", "_build", "_generated")


class ModuleFile(Struct, frozen=True):
    """A module of a package of the repository.

    `path` is its file; for a package without `__init__`, the folder with a slash at its end. `folders` are where its
    submodules are, empty unless it is a package. If it `is_stub`, only its stub is there to read; if it `is_compiled`,
    nothing is. `stub` is the stub beside a source.
    """

    name: str
    path: str
    folders: tuple[str, ...] = ()
    is_stub: bool = False
    is_compiled: bool = False
    stub: str = ""

    @property
    def is_namespace(self) -> bool:
        """Whether it is a package without `__init__`, which defines nothing."""
        return self.path.endswith("/")

    @property
    def resolved(self) -> Resolved:
        """The module as what its name stands for."""
        return Resolved(self.name, self.path, None)


def python_layout(repository: Repository) -> "PythonLayout":
    """Return the layout of the Python packages of a repository, which is found once."""
    return repository.remembered(PythonLayout)


class PythonLayout(Remembering):
    """The modules of all projects of a repository, and of the folders at its root that no project names.

    `names` are those of their packages and modules at the top. What such a folder does not have, another package of the
    same name may have.
    """

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self._places: dict[str, list[str]] = {}
        self._compiled: set[str] = set()
        self._generated: set[str] = set()
        for project in _projects(repository):
            self._generated |= project.generated
            for name, path in project.places:
                places = self._places.setdefault(name, [])
                if path not in places:
                    places.append(path)
                if project.is_compiled:
                    self._compiled.add(name.partition(".")[0])
        self._beside = _beside(repository, self._places)
        self._places.update((folder, [folder]) for folder in self._beside)
        self.names = frozenset(name.partition(".")[0] for name in self._places)
        # Packages that only exist because a configuration names a module in them.
        self._around = frozenset(name[:end] for name in self._places for end in _dots(name))

    @remembered
    def module(self, name: str) -> ModuleFile | Unknown | None:
        """Return a module by its dotted name; None if it is not there, Unknown if that cannot be said."""
        if len(name) > LONGEST_NAME:
            return Unknown("the name is too long")
        found: ModuleFile | Unknown | None = None
        for end in (*_dots(name), len(name)):
            inner = name[:end]
            folders = found.folders if isinstance(found, ModuleFile) else ()
            found = self._find(inner, folders)
            if not isinstance(found, ModuleFile):
                return found
        return found

    @remembered
    def _find(self, name: str, folders: tuple[str, ...]) -> ModuleFile | Unknown | None:
        own = name.rpartition(".")[2]
        found = [
            self._package(name, path) if self._repository.is_folder(path) else ModuleFile(name, path)
            for path in self._places.get(name, ())
        ]
        found += [module for folder in folders if (module := self._in(name, folder, own))]
        regular = [one for one in found if not one.is_namespace]
        if len(regular) > 1:
            return Unknown(f"there are two of the name `{name}`: `{regular[0].path}` and `{regular[1].path}`")
        if regular:
            return regular[0]
        if found or name in self._around:
            places = tuple(folder for one in found for folder in one.folders)[:_MOST_PORTIONS]
            return ModuleFile(name, f"{places[0]}/" if places else "/", places)
        return self._at_root(name) or self._doubt(name, folders, own)

    def _in(self, name: str, folder: str, own: str) -> ModuleFile | None:
        """Return the module that a folder has."""
        path = join(folder, own)
        names = self._repository.names_among((own, f"{own}.py", f"{own}.pyi"), folder)
        package = self._package(name, path) if own in names and self._repository.is_folder(path) else None
        if package is not None and not package.is_namespace:
            return package
        stub = f"{path}.pyi" if f"{own}.pyi" in names else ""
        if f"{own}.py" in names:
            return ModuleFile(name, f"{path}.py", stub=stub)
        if stub:
            return ModuleFile(name, stub, is_stub=True)
        compiled = self._repository.names_among([own + one for one in _COMPILED], folder)
        if compiled:
            return ModuleFile(name, join(folder, compiled[0]), is_compiled=True)
        return package

    def _package(self, name: str, path: str) -> ModuleFile:
        files = self._repository.names_among(("__init__.py", "__init__.pyi", "__init__.pyx"), path)
        if "__init__.py" in files:
            stub = f"{path}/__init__.pyi" if "__init__.pyi" in files else ""
            return ModuleFile(name, f"{path}/__init__.py", (path,), stub=stub)
        if files:
            is_stub = files[0].endswith(".pyi")
            return ModuleFile(name, f"{path}/{files[0]}", (path,), is_stub=is_stub, is_compiled=not is_stub)
        return ModuleFile(name, f"{path}/", (path,))

    def _at_root(self, name: str) -> Unknown | None:
        """Return why what runs at the root of the repository may find a module that no project has."""
        path = name.replace(".", "/")
        is_there = "." in name and (self._repository.is_file(f"{path}.py") or self._repository.is_folder(path))
        return Unknown(f"the root has `{path}`") if is_there else None

    def _doubt(self, name: str, folders: tuple[str, ...], own: str) -> Unknown | None:
        """Return why a module that is not there may exist nevertheless: a build may write or compile it."""
        if (top := name.partition(".")[0]) in self._compiled or top in self._beside:
            return Unknown(f"`{name}` may be {'compiled' if top in self._compiled else 'in another package'}")
        if own.endswith(_GENERATED):
            return Unknown(f"`{name}` may be generated")
        for folder in folders:
            for path in (f"{join(folder, own)}.py", join(folder, own, "__init__.py")):
                if path in self._generated or self._repository.is_ignored(path):
                    return Unknown(f"`{path}` may be generated")
            if any(
                one.startswith(f"{own}.") and one.endswith(_BINARIES) for one in self._repository.listing(folder) or ()
            ):
                return Unknown(f"`{name}` is compiled")
            if self._repository.exists(f"{folder}-stubs/{own}.pyi"):
                return Unknown(f"only a stub has `{name}`")
        return None

    def submodules(self, module: ModuleFile) -> Iterator[str]:
        """Yield the names of the modules in a package."""
        for folder in module.folders:
            for name, is_folder in (self._repository.listing(folder) or {}).items():
                stem = name if is_folder else name.partition(".")[0]
                if stem.isidentifier() and stem != "__init__" and (is_folder or name.endswith((".py", ".pyi"))):
                    yield stem


def _dots(name: str) -> Iterator[int]:
    place = name.find(".")
    while place > 0:
        yield place
        place = name.find(".", place + 1)


def _projects(repository: Repository) -> Iterator[PythonProject]:
    """Yield the projects of a repository; if nothing configures one, what its root has of packages."""
    found = [project for folder in _project_folders(repository) if (project := project_in(repository, folder))]
    yield from found
    if not found:
        yield PythonProject(tuple(one for one in automatic(repository, "") if one.name not in _COMMON))


def _beside(repository: Repository, places: Mapping[str, list[str]]) -> frozenset[str]:
    """Return the folders at the root with Python sources, without those of projects and those of common names."""
    named = {name.partition(".")[0] for name in places}
    named.update(path.partition("/")[0] for paths in places.values() for path in paths)
    found = (one for one in repository.folders("") if one.isidentifier() and one not in named)
    own = (one for one in found if one.lower() not in _NO_PROJECTS | _COMMON | TESTS | SCRIPTS)
    return frozenset(one for one in own if any(name.endswith(".py") for name in repository.listing(one) or ()))


def _project_folders(repository: Repository) -> Iterator[str]:
    """Yield the folders with the configuration of a project, those near the root first."""
    level, left = [""], _MOST_FOLDERS
    for _ in range(_DEEPEST + 1):
        below = []
        for folder in level:
            left -= 1
            if left < 0:
                return
            there = repository.names_among((*PROJECT_FILES, "__init__.py"), folder)
            if any(one in PROJECT_FILES and repository.is_file(join(folder, one)) for one in there):
                yield folder
            if folder and "__init__.py" in there:
                continue
            below += [
                join(folder, name)
                for name in repository.folders(folder)
                if not name.startswith((".", "{")) and name.lower() not in _NO_PROJECTS
            ]
        level = below
