"""Commands: what the sources of a repository give to Typer, by the names that users call them by.

Sources of the facts: "Tutorial - User Guide" of Typer, `typer/main.py` and `typer/cli.py` of 0.29.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from posixpath import basename, dirname
from typing import NamedTuple, TypeAlias, TypeGuard

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.packages.answers import DeclaredAt, Resolved
from doclint.packages.following import module_at
from doclint.packages.python_constructors import expression_of
from doclint.packages.python_packages import python_packages
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import Answer, Found, Missing, Unknown
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, SourceDeclarations
from doclint.source.read import read

_MOST_SOURCES = 5_000
_MOST_APPS = 1_000  # that are groups of others
_MOST = 2_000  # commands
# Braces are in the names of templates for projects.
_SKIPPED = expression(r"(?:^|/)(?:tests?|examples|docs_src|node_modules|site-packages)/|(?:^|/)test_[^/]*\Z|\{")
_IMPORT = expression(rb"(?m)^[ \t]*(?:import|from)[ \t]+typer\b|^@\w+\.(?:command|callback)\(")
_ADDED = expression(rb"\.add_typer\(\s*([\w.]+)(?:[^()]{0,300}?\bname\s*=\s*[\"']([\w-]+)[\"'])?")
_CALLED = expression(rb"\b(\w+)\.command\((?:\s*(?:name\s*=\s*)?[\"']([\w-]+)[\"'])?[^()]{0,300}\)\(\s*([\w.]+)\s*\)")
_QUOTED = expression(rb"[\"']([\w-]+)(?: *[|,] *[\w-]+)*[\"']|\bdef (\w+)\(")
_AFFIXES = expression(r"_?(?:app|cli|typer|commands?|group)_?|_")
_ALIASES = expression(r" *[|,] *[\w-]+")  # `ls | list`, as programs show the aliases of a command
_WORD = expression(r"[^\W\d]\w*+")
_METAVAR = expression(r"[\w$-]++")  # what pages have in it as a name: `[FILE-NAME]...`
_BLOCKS = expression(r"\n[ \t]*+[\W\d]")  # between paragraphs, or in front of a list
_UNSURE = frozenset({"default_factory", "parser", "prompt"})
_NO_FLAG = frozenset({"click_type", "count", "flag_value", "is_flag", "parser"})  # or not one as others are
_CONTEXT = ("Context", "CallbackParam")
_TYPES = names("doclint.packages", "typer-types")
_TYPE_WORDS = {"Path": "path", "UUID": "uuid", "float": "float", "int": "int", "str": "str"}
# What gives an option another type, or shows it by another word.
_OWN_TYPE = _NO_FLAG | {"clamp", "dir_okay", "exists", "file_okay", "formats", "max", "metavar", "min", "path_type"}
_OWN = ("--install-completion", "--show-completion", "--help", "-h, --help")
_ROOTS = frozenset({"__init__", "__main__", "app", "cli", "commands", "main"})


_Place: TypeAlias = tuple[str, str]  # the path of a source, and the variable of an app in it
_DEEPEST = 20  # groups in each other


class TyperCommand(NamedTuple):
    """A function that Typer runs: where its `app` is, and the names that this app may have as a group.

    `above` are the words of the groups around it, from the program on, in each way that the sources certainly lead to
    its app.
    """

    path: str
    app: _Place
    declaration: Declaration
    groups: frozenset[str]
    is_added: bool
    is_callback: bool
    above: frozenset[tuple[str, ...]] = frozenset()


CommandAnswer: TypeAlias = Answer[DeclaredAt, str]


@remembered
def commands_of(repository: Repository, work: int = 1) -> Sequence[TyperCommand]:
    """Return all commands and callbacks in the sources of a repository."""
    files = [path for path in files_matching(repository, "**/*.py").files if not _SKIPPED.search(path)]
    texts = {path: repository.page(path) or b"" for path in files[:_MOST_SOURCES]}
    # A folder may be there twice, by a symbolic link.
    paths = {data: path for path, data in texts.items() if _IMPORT.search(data)}
    added: dict[str, set[str]] = {}
    groups: dict[_Place, list[_Added]] = {}
    for data, path in paths.items():
        for one in _ADDED.finditer(data):
            added.setdefault(one[1].decode(), set()).update([one[2].decode()] if one[2] else ())
        for group in _groups_in(repository, path, data):
            groups.setdefault(group.place, []).append(group)
    if len(added) > _MOST_APPS:
        return []
    every = (one for data, path in paths.items() for one in _commands_in(repository, path, data, added, work))
    found = [one._replace(above=_above(one.app, groups, is_added=one.is_added)) for one in islice(every, _MOST)]
    known = {one.app for one in found if one.is_callback}
    named = (ways[0] for place, ways in groups.items() if place not in known and all(one.name for one in ways))
    return [
        *found,
        *(one for each in named for one in _without_callback(each, _above(each.place, groups, is_added=True))),
    ]


class _Added(NamedTuple):
    """An app that is added to the one of the variable `parent`, by a name: empty without one, None if it is unknown."""

    path: str
    app: Declaration
    parent: _Place
    name: str | None

    @property
    def place(self) -> _Place:
        return self.path, self.app.name


def _groups_in(repository: Repository, path: str, data: bytes) -> Iterator[_Added]:
    """Yield the apps that a source adds to others, if they are in the repository."""
    module = module_at(repository, path) if b".add_typer(" in data else None
    tree = _tree(data) if module is not None else None
    if module is None or tree is None:
        return
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=parent), attr="add_typer"), args=[child, *_]):
                found = python_packages(repository).find(f"{module.name}.{ast.unparse(child)}")
                if isinstance(found, Found) and found.value.member is not None:
                    own = expression_of(found.value.member.value or "")
                    stated = {**(_keywords(own) if isinstance(own, ast.Call) else {}), **_keywords(call)}.get("name")
                    name = "" if stated is None else _ALIASES.sub("", _text(stated)) or None
                    yield _Added(found.value.path, found.value.member, (path, parent), name)


def _tree(data: bytes) -> ast.Module | None:
    try:
        return ast.parse(data)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _above(place: _Place, groups: Mapping[_Place, Sequence[_Added]], *, is_added: bool) -> frozenset[tuple[str, ...]]:
    """Return the words of the groups above an app. One that is added without a name gives its commands to the other."""
    found: set[tuple[str, ...]] = set() if is_added or place in groups else {()}
    waiting: list[tuple[_Place, tuple[str, ...]]] = [(place, ())]
    for _ in range(_MOST_APPS):
        if not waiting:
            break
        inner, words = waiting.pop()
        for one in groups.get(inner, ()) if len(words) < _DEEPEST else ():
            way = (one.name, *words) if one.name else words
            waiting += [(one.parent, way)] if one.name is not None else []
            found.update([way] if one.name is not None and one.parent not in groups else ())
    return frozenset(found)


def _without_callback(group: _Added, above: frozenset[tuple[str, ...]]) -> Iterator[TyperCommand]:
    """Yield the command that users call a group by, which has no options of its own."""
    call = expression_of(group.app.value or "")
    if (
        isinstance(call, ast.Call)
        and _last(call.func) == "Typer"
        and not {"callback", "cls", "**"} & {*_keywords(call)}
    ):
        own = group.app._replace(kind="command", members=tuple(_own_options(group.app)))
        yield TyperCommand(group.path, group.place, own, frozenset(), is_added=True, is_callback=True, above=above)


@remembered
def command_named(repository: Repository, name: str, work: int = 1) -> CommandAnswer:
    """Return the function that a command calls, given by the words that users write: `shop stock add`.

    It is missing if no source has its last word in quotes or as the name of a function.
    """
    *above, last = _ALIASES.sub("", name).split()
    every = commands_of(repository, work)
    exact = [one for one in every if above and (*above[1:], last) in _words_from(one)]
    if len(exact) == 1:
        return Found(DeclaredAt(exact[0].path, exact[0].declaration))
    if not above:
        named = [one for one in every if one.is_callback and not one.is_added] or (every if len(every) == 1 else [])
    else:
        named = [one for one in every if (last in one.groups if one.is_callback else last == one.declaration.name)]
    group = above[-1] if len(above) > 1 else ""
    found = [one for one in named if one.is_callback or (group in one.groups if group else not one.is_added)]
    if len(found) == 1:
        return Found(DeclaredAt(found[0].path, found[0].declaration))
    if named or not above or last in _words_of(repository) or not _is_own_group(every, above[1:]):
        return Unknown(f"{'several functions' if named else 'no function'} may be `{last}`")
    return Missing(every[0].path)


def _words_from(command: TyperCommand) -> list[tuple[str, ...]]:
    """Return the words that a command certainly has behind the name of the program."""
    return [one if command.is_callback else (*one, command.declaration.name) for one in command.above]


def beside(repository: Repository, found: DeclaredAt, work: int = 1) -> list[Declaration]:
    """Return the commands of the app that has a command."""
    every = commands_of(repository, work)
    own = {one.app for one in every if one.path == found.path and one.declaration is found.declaration}
    return [one.declaration for one in every if one.path == found.path and one.app in own and not one.is_callback]


def _is_own_group(every: Sequence[TyperCommand], above: Sequence[str]) -> bool:
    return bool(every) and (not above or any(above[-1] in one.groups for one in every))


@remembered
def _words_of(repository: Repository) -> frozenset[str]:
    """Return the words that sources in Python have in quotes, and the names of their functions as commands."""
    files = files_matching(repository, "**/*.py").files[:_MOST_SOURCES]
    found = (one for path in files for one in _QUOTED.finditer(repository.page(path) or b""))
    return frozenset((one[1] or one[2].lower().replace(b"_", b"-")).decode("utf-8", "replace") for one in found)


def _commands_in(
    repository: Repository, path: str, data: bytes, added: Mapping[str, set[str]], work: int
) -> Iterator[TyperCommand]:
    called: dict[str, list[str]] = {}
    for match in _CALLED.finditer(data):
        words = f'"{match[2].decode()}"' if match[2] else ""
        called.setdefault(match[3].decode(), []).append(f"{match[1].decode()}.command({words})")
    source = _Source.at(repository, path, frozenset(called), work)
    if source is None:
        return
    # An app that comes from elsewhere may be one of Typer if the source names that.
    named = "typer" if b"typer" in data else ""
    taken = [one for name in called if (one := source.imported.get(name)) and one.member and one.member.signatures]
    others = ((_Source.at(repository, one.path, frozenset(), work), one.member) for one in taken)
    functions = [(source, one) for one in source.declared if one.signatures]
    for around, function in (*functions, *((other, one) for other, one in others if other and one)):
        own_decorators = function.decorators if around is source else ()
        for text in (*own_decorators, *called.get(function.name, ())):
            call = expression_of(text)
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=app), attr=("command" | "callback") as attr)):
                    variable = source.scope.get(app)
                    if "typer" not in (named if variable is None else variable.value or "").lower():
                        continue
                    groups, is_added = _groups(path, app, variable, added)
                    is_wrapped = len(function.decorators) > 1
                    own = _command(function, call, around.scope, is_wrapped=is_wrapped)
                    taken_from = source.imported.get(app)
                    place = (taken_from.path, variable.name) if taken_from and variable else (path, app)
                    yield TyperCommand(around.path, place, own, groups, is_added, attr == "callback")


class _Source(NamedTuple):
    """What a source declares, what it imports from others for its functions, and both by name."""

    path: str
    declared: Sequence[Declaration]
    imported: Mapping[str, Resolved]
    scope: Mapping[str, Declaration]

    @classmethod
    def at(cls, repository: Repository, path: str, further: frozenset[str], work: int) -> "_Source | None":
        """Return a source, with some `further` names that it may import; None if it cannot be read."""
        source = read("python", repository.page(path) or b"", work)
        if source is None or source.is_broken:
            return None
        imported = _imported(repository, path, source, further)
        scope = {name: member for name, one in imported.items() if (member := one.member)}
        return cls(path, source.found, imported, {**scope, **{one.name: one for one in source.found}})


def _imported(
    repository: Repository, path: str, source: SourceDeclarations, further: frozenset[str]
) -> dict[str, Resolved]:
    signatures = (signature for one in source.found for signature in one.signatures)
    texts = [text for one in signatures for each in one.parameters for text in (each.type, each.default or "")]
    texts += [text for one in source.found for text in one.decorators]
    words = further.union(word for text in texts for word in _WORD.findall(text))
    names = [one.name for one in source.further if one.kind == "import" and one.origin and one.name in words]
    module = module_at(repository, path) if names else None
    packages = python_packages(repository)
    found = ((name, packages.imported(module.name, name)) for name in names) if module is not None else ()
    own = {one.name for one in source.found}
    return {name: one.value for name, one in found if isinstance(one, Found) and one.value.member and name not in own}


def _groups(
    path: str, app: str, variable: Declaration | None, added: Mapping[str, set[str]]
) -> tuple[frozenset[str], bool]:
    """Return the names that an app may have as a group, and whether another app certainly has it as one."""
    stem = basename(path).removesuffix(".py")
    keys = [one for one in added if one == app or one.endswith(f"{stem}.{app}")]
    names = {name for key in keys for name in added[key]}
    call = expression_of(variable.value or "") if variable else None
    stated = _text(_keywords(call).get("name")) if isinstance(call, ast.Call) else ""
    around = basename(dirname(path)) if stem in _ROOTS else stem
    guessed = {around, _AFFIXES.sub("", around), _AFFIXES.sub("", app)}
    # The app of a module may be imported under another name.
    imported = [one for one in added if one not in keys and (_AFFIXES.sub("", one) or one) in guessed]
    names.update(name for one in imported for name in added[one])
    named = {one.replace("_", "-") for one in (*names, stated, *guessed) if one}
    return frozenset(named), bool(keys or imported)


def _name_of(call: ast.Call, function: str) -> str:
    stated = _text(call.args[0] if call.args else _keywords(call).get("name"))
    return _ALIASES.sub("", stated) or function.lower().replace("_", "-")


def _command(
    function: Declaration, call: ast.Call, scope: Mapping[str, Declaration], *, is_wrapped: bool
) -> Declaration:
    members: list[Declaration] = []
    keywords, is_command = _keywords(call), getattr(call.func, "attr", "") == "command"
    is_described = is_command and "deprecated" not in keywords  # where an app is added may describe a callback
    help_ = _text(keywords["help"]) if "help" in keywords else function.docstring
    open_ = "it has other decorators" if is_wrapped else "it has `options_metavar`" * ("options_metavar" in keywords)
    for parameter in function.signatures[0].parameters:
        kept = _member(function, parameter, scope)
        if kept is None:
            open_ = open_ or f"the options of its parameter `{parameter.name}` are not known"
        members += kept or ()
    return function._replace(
        kind="command",
        name=_name_of(call, function.name),
        docstring=help_ if is_described else "",
        members=(*members, *_own_options(function)),
        is_public=True,  # pages have hidden ones, too, and those that `__all__` lacks
        is_open=open_,
    )


def _own_options(function: Declaration) -> Iterator[Declaration]:
    """Yield the options that Typer gives to commands."""
    return (_plain(function, "option", one)._replace(is_optional=True, is_public=False) for one in _OWN)


def _member(
    function: Declaration, parameter: DeclaredParameter, scope: Mapping[str, Declaration]
) -> list[Declaration] | None:
    """Return the option or the argument that a parameter is, once for each of its names; None if it is not known.

    The name that pages show is public. Nothing is returned for the context.
    """
    type_, default = (
        expression_of(_followed(parameter.type, scope, "Annotated[")),
        expression_of(_followed(parameter.default or "", scope, "typer.")),
    )
    if isinstance(type_, ast.Attribute | ast.Name) and _last(type_) in _CONTEXT:
        return []
    info: ast.Call | None = None
    is_sure = OMITTED not in (parameter.type, parameter.default) and not parameter.kind.startswith("var-")
    if isinstance(type_, ast.Subscript) and _last(type_.value) == "Annotated" and isinstance(type_.slice, ast.Tuple):
        type_, *notes = type_.slice.elts
        info = next((one for one in notes if _is_info(one)), None)
        is_sure &= info is not None or all(isinstance(one, ast.Constant) for one in notes)
    elif _is_info(default):
        info = default
        default = info.args[0] if info.args else _keywords(info).get("default", ast.Constant(...))
        info = ast.Call(info.func, info.args[1:], info.keywords)
    elif isinstance(default, ast.Name | ast.Call):
        is_sure &= _last(default) in (*scope, "Path")
    keywords = _keywords(info) if info else {}
    if not is_sure or "**" in keywords or not (info or _is_type(type_, scope)):
        return None
    is_required = default is None or (isinstance(default, ast.Constant) and default.value is ...)
    is_option = _last(info.func) == "Option" if info else not is_required
    words = {one.id for one in ast.walk(type_) if isinstance(one, ast.Name)} if type_ else set()
    is_flag = is_option and "bool" in words and words.isdisjoint(("tuple", "Tuple"))
    written = _written(parameter.name, info, is_flag=is_flag)
    names = [_shown_names(written or ())] if is_option else _names_of_argument(parameter.name, keywords)
    if written is None or not names[-1]:
        return None
    is_shown = not _BLOCKS.search(_text(keywords.get("help"))) and (
        "help" not in keywords or isinstance(keywords["help"], ast.Constant)
    )  # what is required is said at the end of the help, which may be in another paragraph
    is_known = is_shown and _UNSURE.isdisjoint(keywords)
    is_hidden = getattr(keywords.get("hidden", ast.Constant(None)), "value", "unknown")  # `hidden=not SETTINGS.beta`
    plain = _plain(function, "option" if is_option else "argument", names[-1])
    found = plain._replace(
        type=_shown_type(type_, keywords) if is_option else "",
        value=_default(default, keywords, scope, written if is_flag else ()),
        is_optional=not is_required,
        is_public=not is_hidden and (not is_flag or _NO_FLAG.isdisjoint(keywords)),
        decorators=() if is_known else ("prompt",),
        docstring=_text(keywords.get("help")),
    )
    return [found._replace(name=one, is_public=found.is_public and one == names[-1]) for one in names]


def _is_info(node: ast.expr | None) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _last(node.func) in ("Option", "Argument")


def _plain(function: Declaration, kind: str, name: str) -> Declaration:
    return Declaration(kind, name, function.line, function.start, function.end)  # type: ignore[arg-type]


def _followed(text: str, scope: Mapping[str, Declaration], start: str) -> str:
    """Return the value of the variable that a type or a default is, if it begins as one with the options of Typer."""
    value = scope[text].value if text in scope else None
    return value if value and value.startswith(start) else text


def _names_of_argument(name: str, keywords: Mapping[str, ast.expr]) -> list[str]:
    """Return the names of an argument, the one that pages show last."""
    shown = _text(keywords["metavar"]).strip() if "metavar" in keywords else name
    found = [] if " " in shown else _METAVAR.findall(shown)[:1]
    return (found or [""]) if "metavar" in keywords else [name, name.upper()]


def _written(name: str, info: ast.Call | None, *, is_flag: bool) -> Sequence[tuple[str, str]] | None:
    """Return the names of an option, each with the one that turns it off, or an empty one; None if they are not
    known.
    """
    own = name.lower().replace("_", "-")
    stated = [_text(one) for one in (info.args if info and _last(info.func) == "Option" else ())]
    every = [one.partition("/") for one in stated or [f"--{own}/--no-{own}" if is_flag else f"--{own}"]]
    found = [(one.rstrip(), other.strip()) for one, _, other in every]  # Click takes a blank in front for a prefix
    return found if all(one.lstrip().startswith("-") for one, _ in found) else None


def _shown_names(written: Sequence[tuple[str, str]]) -> str:
    """Return the names of an option as pages show them, the short ones first: `-a, --all / -n, --none`."""
    both = (sorted(filter(None, names), key=lambda one: one.startswith("--")) for names in zip(*written, strict=True))
    return " / ".join(", ".join(names) for names in both if names)


def _default(
    default: ast.expr | None,
    keywords: Mapping[str, ast.expr],
    scope: Mapping[str, Declaration],
    flag: Sequence[tuple[str, str]],
) -> str | None:
    """Return the default of an option as pages show it, for a `flag` one of its names; None if they show none."""
    if "show_default" in keywords or (flag and not _NO_FLAG.isdisjoint(keywords)):
        return OMITTED
    if flag and isinstance(default, ast.Constant) and isinstance(default.value, bool):
        others = [other for _, other in flag if other]
        shown = (flag[0][0] if default.value else others[0]) if others else "True" * default.value
        return repr(shown.lstrip("-")) if shown else None
    if isinstance(default, ast.Name) and default.id in scope and not scope[default.id].is_conditional:
        default = expression_of(scope[default.id].value or "") or default
    if isinstance(default, ast.Attribute) and isinstance(default.value, ast.Name) and default.value.id in scope:
        members = (one.value for one in scope[default.value.id].members if one.name == default.attr)
        default = expression_of(next(members, None) or "") or default
    if isinstance(default, ast.Call) and _last(default.func) == "Path" and len(default.args) == 1:
        default = default.args[0]
        if isinstance(default, ast.Constant) and isinstance(default.value, str):
            return repr(str(PurePosixPath(default.value)))
    if isinstance(default, ast.Constant) and isinstance(default.value, str | int | float):
        return repr(default.value) if default.value != "" else None
    is_none = default is None or (isinstance(default, ast.Constant) and default.value in (None, ...))
    return None if is_none else OMITTED


def _shown_type(type_: ast.expr | None, keywords: Mapping[str, ast.expr]) -> str:
    """Return the word that pages show for the type of an option; empty if it is not known."""
    match type_:
        case ast.BinOp(left=inner, right=ast.Constant(value=None)):
            type_ = inner
        case ast.Subscript(value=outer, slice=inner) if _last(outer) in ("List", "Optional", "list"):
            type_ = inner
    return _TYPE_WORDS.get(_last(type_), "") if type_ is not None and _OWN_TYPE.isdisjoint(keywords) else ""


def _is_type(type_: ast.expr | None, scope: Mapping[str, Declaration]) -> bool:
    """Whether a type is certainly one: what is imported may be another name of `Annotated[...]`."""
    if type_ is None:
        return True
    names = [one.id for one in ast.walk(type_) if isinstance(one, ast.Name)]
    return all(one in _TYPES or (one in scope and scope[one].is_class) or one in ("typing", "t") for one in names)


def _keywords(call: ast.Call) -> dict[str, ast.expr]:
    return {one.arg or "**": one.value for one in call.keywords}


def _last(node: ast.expr) -> str:
    """Return the last word of a dotted name; empty for anything else."""
    while isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
