"""Commands of programs in Go that use cobra: their flags and the commands below them, by the words that users write.

A command is a literal (`&cobra.Command{Use: "add"}`). It is followed through variables, fields, parameters and results
of functions to the calls that give it flags, and to the command that it is added to. It is open if something that is
not known may give it flags. Sources of the facts: `command.go` and `doc/md_docs.go` of cobra 1.10.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from posixpath import dirname
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.answers import DeclaredAt
from doclint.packages.commands import CommandAnswer
from doclint.packages.go_packages import GoFound, GoPackages, GoScope
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.languages.go_flags import GoFlag, text_of_go
from doclint.source.languages.go_values import (
    CHANGE_OF_FLAGS,
    GoCall,
    GoFunction,
    GoLiteral,
    GoName,
    GoOperation,
    GoStatement,
    GoText,
    GoUnknown,
    GoValue,
    GoWord,
    bare_type,
    functions_in,
)
from doclint.source.model import OMITTED, UNSORTED, Declaration
from doclint.source.parsing import HopelessError
from doclint.source.trees import is_known

_MOST_SOURCES = 3_000
_MOST_CHAINS = 10_000
_MOST_PASSED = 30_000  # effects of functions on what they are given, in all
_MOST_FLAGS = 300  # of one command, and of commands that are not known
_MOST_EMBEDDED = 4  # types in each other
_OUTSIDE = "../"  # the folder of packages that are not in the repository
_MOST_FIELDS = 20  # of a type that embed others
_DEEPEST = 15  # names and calls that are followed one behind another, and commands below each other
_SKIPPED = expression(r"_test\.go$|(?:^|/)(?:vendor|testdata|node_modules|examples?|third_party)/")
_PROGRAM = expression(rb"(?m)^package main\b")
_IMPORT = expression(rb'"github\.com/spf13/(?:cobra|pflag)"')
_QUOTED = expression(rb'["`]([\w-]+)')
_COMMAND = expression(r"\*?cobra\.Command")
_COMMANDS = expression(r"(?:\[\d*\]|map\[\w+\])\*?cobra\.Command")
# The types of parameters that are followed.
_GIVEN = expression(r"(?:\.\.\.|\[\])?\*?(?:cobra\.Command|p?flag\.FlagSet)")
_WORD = expression(r"\s*+([^\s%]{1,100}+)(?![^\s%])")
_LOOKED_UP = expression(r"\.Lookup\(\"([\w-]+)\"\)$")
_METHOD = expression(r"([\w.]+?)(?:\.((?:Persistent)?Flags)\(\))?\.(\w+)")
_TEXTS = ("Use", "Short", "Long", "Example")
_NO_FLAGS = "DisableFlagsInUseLine"
_OF_FLAGS = ("DefValue", "Usage")
_UNWRAPPED = expression(r"(?:heredoc\.Doc|dedent\.\w+|i18n\.T|templates\.Examples|strings\.TrimSpace)")
_HIDING = ("MarkHidden", "MarkDeprecated", "MarkShorthandDeprecated")
_TAKING = (
    *("AddFlagSet", "AddGoFlagSet", "AddFlag", "AddGoFlag", "ResetFlags", "ResetCommands", "RemoveCommand"),
    "MarkShorthandDeprecated",  # a flag has its long name alone
)
_NAMING = ("SetNormalizeFunc", "SetGlobalNormalizationFunc")
_DASHING = ("WordSepNormalizeFunc", "WarnWordSepNormalizeFunc")  # functions of kubectl that only write `-` for `_`
# What takes a command or its flags, and gives it none.
_HARMLESS = expression(
    r"(?:viper|doc|fmt|log|slog|errors|cobra|strings|context)\..*|append|len|panic|make"
    r"|(?:.*\.)?+(?:BindPFlags?|BindFlagValues?|SetHelpCommand|Lookup|Changed|(?:Mark|Get|Gen|(?i:\w*execute))\w*)"
)
_OWN = ("-h, --help", "--help", "-v, --version", "--version")
_OWN_COMMANDS = ("completion", "help")

_Mode: TypeAlias = Literal["own", "persistent", "given"]
_Found = TypeVar("_Found")
_Type: TypeAlias = tuple[str, str]  # the folder of its package, and its name


class _AddedFlag(NamedTuple):
    """A flag that a function adds, and where."""

    flag: GoFlag
    path: str
    line: int
    end: int


class _Command(Struct, eq=False):
    """A literal of a command, with what functions do to it."""

    path: str
    line: int
    end: int
    texts: dict[str, str]  # of its fields that are known
    is_shown: bool
    is_runnable: bool
    flags: list[tuple[Declaration, str, bool]] = []  # with their paths, and whether commands below have them, too
    hidden: set[str] = set()  # names of flags; an empty one for any
    children: list["tuple[_Command, bool]"] = []  # with whether they are added under a condition
    has_parent: bool = False
    has_all: bool = True  # its children are known
    is_open: str = ""
    is_given: bool = False  # to functions that are not known
    shows_flags: bool = True  # where it says how to call it

    @property
    def name(self) -> str:
        """The word that users write; empty if it is not known."""
        match = _WORD.match(self.texts.get("Use", ""))
        return match[1] if match else ""

    def take(self, effect: "_Effect") -> None:
        """Add what a function does to the command."""
        match effect.what:
            case _AddedFlag(flag, path, line, end) if flag.name_on_pages and len(self.flags) < _MOST_FLAGS:
                own = flag.declared(line, end)._replace(is_conditional=effect.is_conditional)
                self.flags.append((own, path, effect.mode == "persistent"))
            case _AddedFlag(flag):
                because = "it has many flags" if flag.name_on_pages else "the name of a flag is computed"
                self.is_open = self.is_open or because
            case _Command() as child:
                self.children.append((child, effect.is_conditional))
                child.has_parent = True
            case None:
                self.has_all = False
            case int():  # the caller of the function says which command it is
                pass
            case GoText(text=text):
                self.hidden.add(text)
            case because:
                self.is_open = self.is_open or because
                self.is_given |= effect.mode == "given"
                self.has_all &= effect.mode != "given"


_Owner: TypeAlias = _Command | int  # a command, or the place of a parameter of the function that is looked at
# What an expression may stand for, None for what is not known, each with whether a condition decides that.
_Owners: TypeAlias = Mapping[_Owner | None, bool]


class _Effect(NamedTuple):
    """What a function does to a command: it adds a flag or a command (None if it is not known, or the place of a
    parameter), hides the flag of a name, or may do anything, for a reason.
    """

    owner: _Owner
    mode: _Mode
    what: _AddedFlag | _Command | int | GoText | str | None
    is_conditional: bool = False


class GoCommands:
    """The commands in the sources of a repository.

    `chains` has them by their words, each with those above it, from one that is added to no other.
    """

    def __init__(self, repository: Repository, work: int) -> None:
        self._packages = GoPackages(repository)
        self._functions: dict[tuple[str, str, str], list[GoFunction]] = {}  # by folder, type of methods, and name
        self._methods: dict[str, list[GoFunction]] = {}
        # What the functions of a folder assign, by the last part of the name, and whether that has others.
        self._assigned: dict[tuple[str, str, bool], list[tuple[GoFunction, GoStatement]]] = {}
        self._fields: dict[_Type, dict[str, _Type]] = {}
        self._keeping: set[_Type] = set()  # types whose methods may add flags to a command that they have
        self._commands: dict[tuple[str, int, int], _Command] = {}
        self._known: dict[Hashable, Any] = {}
        self._passed_effects = 0
        self._loose: set[str] = set()  # names of flags that some command has
        self._hidden: set[str] = set()
        self._changed: set[str] = set()  # names of flags whose descriptions or defaults differ from those in the calls
        self._dashing: set[str] = set()  # methods that get a function which only writes `-` for `_` in names
        self._has_shorts = self._is_sorted = self._has_flags = self._are_named = True
        every = [one for path in _sources(repository) for one in _functions_in(repository, path, work)]
        for one in every:
            self._index(one)
        for one in every:
            for effect in self._effects_of(one, 0):
                if isinstance(effect.owner, _Command):
                    effect.owner.take(effect)
            for name, statements in one.assigned.items():
                for each in statements:
                    self._change(name, each, one)
            for each in one.calls:
                self._name(each)
        if self._dashing:
            self._write_dashes()
        self.chains: dict[tuple[str, ...], list[list[_Command]]] = {}
        self._chain(every)

    def declared(self, chain: list[_Command]) -> Declaration:
        """Return the last one of some commands, each below another one, with its flags and theirs."""
        own, words = chain[-1], " ".join(one.name for one in chain)
        line, end = own.line, own.end
        has_many = len(self._loose) > _MOST_FLAGS or self._passed_effects > _MOST_PASSED
        doubt = "the sources have many flags" * has_many or "a function gives flags their names" * (not self._are_named)
        because = next((one.is_open for one in chain if one.is_open), doubt)
        # What gets the command of a program may change those below it.
        has_shorts = self._has_shorts and not any(one.is_given and one.children for one in chain)
        members: dict[str, Declaration] = {}
        is_hiding = False  # a command below may have a flag of the same name
        for command in reversed(chain):
            known = {_long(one) for one in members}
            for flag, path, is_persistent in command.flags:
                if _long(flag.name) not in known and (command is own or is_persistent):
                    name = _long(flag.name)[2:]
                    is_hidden = not (command.hidden | self._hidden).isdisjoint((name, ""))
                    # An unknown flag of the command may have the same long name, and hides one above it.
                    is_public = not is_hidden and (command is own or not because)
                    is_conditional = flag.is_conditional or flag.name in members
                    placed = flag if path == own.path else flag._replace(line=line, start=line, end=end)
                    if is_hiding or not self._changed.isdisjoint((name, "")):
                        placed = Declaration("flag", flag.name, line, line, end, value=OMITTED)
                    members[flag.name] = placed._replace(is_public=is_public, is_conditional=is_conditional)
            is_hiding = is_hiding or bool(command.is_open)
        for name in (*_OWN, *(() if has_many else self._loose)):
            flag = Declaration("flag", name, line, line, end, is_conditional=True, is_public=False)
            members.setdefault(name, flag)
        for child, is_conditional in own.children:
            inner = Declaration("command", f"{words} {child.name}", line, line, end)
            # What does nothing and has no commands is not listed.
            is_listed = child.is_shown and (child.is_runnable or any(one.is_shown for one, _ in child.children))
            is_sure = is_listed and not is_conditional and bool(child.name) and not own.is_open
            short = child.texts.get("Short", "") * has_shorts
            members[inner.name] = inner._replace(docstring=short, is_conditional=not is_sure)
        texts = own.texts if has_shorts else {}
        if (use := texts.get("Use")) is not None:
            # Each command has `--help`, which may be hidden.
            is_full = self._has_flags and own.shows_flags and "[flags]" not in use
            texts = {**texts, "Use": " ".join((*(one.name for one in chain[:-1]), use, *["[flags]"] * is_full))}
            if not self._hidden.union(*(one.hidden for one in chain)).isdisjoint(("help", "")):
                del texts["Use"]
        plain = Declaration("command", words, line, line, end, docstring=texts.get("Short", ""), is_open=because)
        further = tuple(plain._replace(kind="constant", name=name, docstring=text) for name, text in texts.items())
        listed = sorted(members.values(), key=lambda one: (one.kind, _long(one.name)))
        return plain._replace(members=tuple(listed), further=further, modifiers=() if self._is_sorted else (UNSORTED,))

    def likely(self, words: tuple[str, ...]) -> list[list[_Command]]:
        """Return the commands that may be one of a program in the sources, and that nothing known is given.

        They are those with the most words of it; of a single word, no other command of the sources may have it.
        """
        for start in range(1, min(len(words), _DEEPEST) if words[:1] in self.chains else 0):
            every = self.chains.get(words[start:], [])
            if every and (start < len(words) - 1 or (start == 1 and self._names[words[-1]] == 1)):
                own = every[0][0]
                place, because = (own.path, own.line, own.end), "what it is added to is not known"
                unknown = partial(_Command, *place, is_shown=True, is_runnable=False, is_open=because)
                return [[*(unknown(texts={"Use": one}) for one in words[:start]), *one] for one in every]
        return []

    def _chain(self, functions: Iterable[GoFunction]) -> None:
        waiting = [[one] for one in self._commands.values() if not one.has_parent]
        for chain in waiting:
            self.chains.setdefault(tuple(one.name for one in chain), []).append(chain)
            if len(chain) < _DEEPEST and len(waiting) < _MOST_CHAINS:
                waiting += [[*chain, one] for one, _ in chain[-1].children]
        # Functions may hand on a command of which nothing else is known.
        for one in functions:
            for statement in (*one.returned, *(each for several in one.assigned.values() for each in several)):
                alone = self._resolved(statement.value, one, statement.at)
                if isinstance(statement.value, GoLiteral) and isinstance(alone, _Command) and not alone.has_parent:
                    self.chains.setdefault((alone.name,), [[alone]])
        self._names = Counter(one.name for one in self._commands.values())

    def _index(self, function: GoFunction) -> None:
        owner, folder = bare_type(function.owner[1]).partition("[")[0], function.folder
        self._functions.setdefault((folder, owner, function.name), []).append(function)
        if owner:
            self._methods.setdefault(function.name, []).append(function)
        for name, statements in function.assigned.items():
            own = name.rpartition(".")[2]
            self._assigned.setdefault((folder, own, own != name), []).extend((function, one) for one in statements)
        for type_, fields in function.structs.items():
            self._fields[folder, type_] = {name: self._place(own, function.path) for name, own in fields}
            if any(_GIVEN.fullmatch(own) for _, own in fields):
                self._keeping.add((folder, type_))

    def _change(self, name: str, statement: GoStatement, function: GoFunction) -> None:
        """Change what a field of a command or a flag says, if a statement assigns to that."""
        on, _, field = name.rpartition(".")
        self._is_sorted &= field != "SortFlags"
        self._has_flags &= field != _NO_FLAGS
        if field not in ("Hidden", "Deprecated", *_OF_FLAGS, *_TEXTS):
            return
        flags = self._changed if field in _OF_FLAGS else self._hidden
        local = function.last(on, statement.at)
        if local is not None and isinstance(local.value, GoCall) and local.value.name == "Lookup":
            texts = (text_of_go(self._text(one, function, local.at)) for one in local.value.arguments)
            flags.update(text or "" for text in texts)
        flags.update(_LOOKED_UP.findall(on))
        flags.update([""] * (bare_type(dict(function.parameters).get(on, "")) == "Flag"))
        owner = self._resolved(GoName(on), function, statement.at)
        if not isinstance(owner, _Command):
            self._has_shorts &= field not in _TEXTS  # those of any command may change
        elif field in _TEXTS:
            owner.texts.pop(field, None)
            text = text_of_go(self._text(statement.value, function, statement.at))
            # What another function makes may be made for other places, too.
            is_own = local is not None and isinstance(local.value, GoLiteral)
            owner.texts.update({field: text} if text and is_own else {})
        else:
            owner.is_shown = False

    def _name(self, call: GoStatement) -> None:
        """Note whether a call gives flags other names, or changes what they say."""
        match call.value:
            case GoCall(name=method, arguments=[GoName(name=name)]) if method in _NAMING:
                is_dashing = name.rpartition(".")[2] in _DASHING
            case GoCall(name=method) if method in (*_NAMING, CHANGE_OF_FLAGS):
                is_dashing = False
            case _:
                return
        if is_dashing:
            self._dashing.add(method)
        else:
            self._hidden.add("")
            self._changed.add("")
            self._are_named &= method == CHANGE_OF_FLAGS

    def _write_dashes(self) -> None:
        """Write `-` for `_` in the names of flags; they are not certain if it is not known whose flags these are."""
        for one in self._commands.values():
            changed = {flag.name for flag, *_ in one.flags if "_" in flag.name}
            self._loose |= changed
            self._hidden |= {_long(name)[2:] for name in changed if _NAMING[0] in self._dashing}
            one.flags = [(flag._replace(name=flag.name.replace("_", "-")), at, own) for flag, at, own in one.flags]
            one.hidden |= {name.replace("_", "-") for name in one.hidden}
        for names in (self._loose, self._hidden, self._changed):
            names |= {name.replace("_", "-") for name in names}

    # What expressions at some place of a function stand for.

    def _once(self, key: Hashable, unknown: _Found, find: Callable[[], _Found]) -> _Found:
        """Return what is found for a key, and find it only once; what leads to itself is unknown."""
        if key not in self._known:
            self._known[key] = unknown
            self._known[key] = find()
        found: _Found = self._known[key]
        return found

    def _text(self, value: GoValue, function: GoFunction, at: int) -> GoValue:
        """Return an expression with the values of the constants and variables in it, but not of parameters."""
        if isinstance(value, GoOperation):
            left, right = (self._text(one, function, at) for one in (value.left, value.right))
            return GoOperation(left, value.operator, right)
        is_given = isinstance(value, GoName) and value.name in dict(function.parameters)
        if not isinstance(value, GoName) or is_given or value.name.startswith("time."):
            return value
        local = function.last(value.name, at)
        if local is None:
            return self._packages.resolved(GoFound(value, GoScope(function.path))).value
        is_sure = isinstance(local.value, GoText | GoWord | GoOperation) and not local.is_conditional
        return local.value if is_sure else GoUnknown()

    def _resolved(self, value: GoValue, function: GoFunction, at: int, depth: int = 0) -> _Owner | None:
        """Return the only command, or the parameter, that an expression is."""
        found = self._owners(value, function, at, depth)
        return next(iter(found)) if len(found) == 1 else None

    def _owners(self, value: GoValue, function: GoFunction, at: int, depth: int = 0) -> _Owners:
        """Return the commands and parameters that an expression is, or those in a list of them."""
        key = "owners", _key(value), function, at
        return self._once(key, {None: False}, lambda: self._owners_of(value, function, at, depth))

    def _together(self, values: Iterable[GoValue], function: GoFunction, at: int, depth: int) -> _Owners:
        every = (self._owners(one, function, at, depth) for one in values)
        return {owner: is_conditional for owners in every for owner, is_conditional in owners.items()}

    def _owners_of(self, value: GoValue, function: GoFunction, at: int, depth: int) -> _Owners:
        found: _Owners = {None: False}
        match value if depth < _DEEPEST else None:
            case GoLiteral() as literal if _COMMAND.fullmatch(literal.type):
                found = {self._command(literal, function, at): False}
            case GoLiteral() as literal if _COMMANDS.fullmatch(literal.type):
                found = self._together((one.value for one in literal.elements), function, at, depth + 1)
            case GoWord(word="nil") | GoUnknown(because=GoUnknown.UNASSIGNED) | GoCall(on=GoName(name=""), name="make"):
                found = {}
            case GoCall(on=GoName(name=""), name="append") as call:
                found = self._together(call.arguments, function, at, depth + 1)
            case GoName(name=name):
                local, place = function.last(name, at), _place_of(function, name)
                if local is not None:
                    found = self._owners(local.value, function, local.at, depth + 1)
                    if local.is_conditional:
                        kept = local.value.arguments[:1] if isinstance(local.value, GoCall) else ()
                        before = self._together(kept, function, local.at, depth + 1)
                        found = {**dict.fromkeys(found, True), **before}
                else:
                    found = self._of_package(name, function, depth + 1) if place is None else {place: False}
            case GoCall() as call if callee := self._callee(call, function, at, depth + 1):
                returned = self._once(("returned", callee), found, lambda: self._returned(callee, depth + 1))
                every = (
                    self._together(_given(callee, one, call.arguments), function, at, depth + 1)
                    if isinstance(one, int)
                    else {one: is_conditional}
                    for one, is_conditional in returned.items()
                )
                found = {owner: is_conditional for owners in every for owner, is_conditional in owners.items()}
        return found

    def _returned(self, function: GoFunction, depth: int) -> _Owners:
        every = [one for one in function.returned if one.value != GoWord("nil")]
        found = [self._owners(one.value, function, one.at, depth) for one in every]
        return found[0] if found and all(one == found[0] for one in found) else {None: False}

    def _of_package(self, name: str, function: GoFunction, depth: int) -> _Owners:
        """Return the only command, or the commands, that a variable of a package holds, or a field of its types."""
        package, _, own = name.rpartition(".")
        folder = self._packages.imported(function.path, package) if package else function.folder
        key = function.folder if folder is None else folder, own, folder is None

        def find() -> _Owners:
            found = [self._owners(one.value, around, one.at, depth) for around, one in self._assigned.get(key, ())]
            every = {owner: is_sure for owners in found for owner, is_sure in owners.items()}
            commands: _Owners = {owner: is_sure for owner, is_sure in every.items() if isinstance(owner, _Command)}
            return commands if len(commands) == 1 or (len(found) == 1 and commands == every) else {None: False}

        return self._once(key, {None: False}, find)

    def _command(self, literal: GoLiteral, function: GoFunction, at: int) -> _Command:
        key = function.path, literal.line, literal.end
        if key not in self._commands:
            texts: dict[str, str] = {}
            for name in _TEXTS:
                value = element.value if (element := literal.of(name)) else GoUnknown()
                while isinstance(value, GoCall) and len(value.arguments) == 1 and _UNWRAPPED.fullmatch(value.function):
                    [value] = value.arguments  # of which only the white space changes
                if name == "Use" and isinstance(value, GoCall) and value.function == "fmt.Sprintf" and value.arguments:
                    value = value.arguments[0]
                if text := text_of_go(self._text(value, function, at)):
                    texts[name] = text
            if "Short" in texts and not literal.of("Long"):
                texts["Long"] = texts["Short"]
            hidden = literal.of("Hidden")
            is_shown = not (literal.of("Deprecated") or (hidden and hidden.value != GoWord("false")))
            is_runnable = bool(literal.of("Run") or literal.of("RunE"))
            shows_flags = literal.of(_NO_FLAGS) is None
            self._commands[key] = _Command(*key, texts, is_shown, is_runnable, shows_flags=shows_flags)
        return self._commands[key]

    def _flags(self, value: GoValue, function: GoFunction, at: int, depth: int = 0) -> tuple[_Owners, _Mode]:
        """Return the commands whose set of flags an expression is, or the parameter that is one."""
        match value:
            case GoCall(on=inner, name=("Flags" | "PersistentFlags") as name, arguments=()):
                return self._owners(inner, function, at), "persistent" if name.startswith("P") else "own"
            case GoName(name=name) if depth < _DEEPEST:
                if (local := function.last(name, at)) is not None:
                    return self._flags(local.value, function, local.at, depth + 1)
                if (place := _place_of(function, name)) is not None:
                    return {place: False}, "given"
        return {}, "own"

    def _callee(self, call: GoCall, function: GoFunction, at: int, depth: int = 0) -> GoFunction | None:
        """Return the function that is called, if it can only be one."""
        on, own = call.on.name if isinstance(call.on, GoName) else ".", call.name
        folder = self._packages.imported(function.path, on) if on else function.folder
        every = self._methods.get(own, []) if folder is None else self._functions.get((folder, "", own), [])
        if folder is None and every:
            type_ = self._type(call.on, function, at, depth)
            # Of another type, such as an interface, a single method can be the one that is called.
            is_known = len(every) > 1 or type_ in self._fields or type_[0] == _OUTSIDE
            every = self._methods_of(type_, own, 0) if is_known else every
        return every[0] if len(every) == 1 else None

    def _methods_of(self, type_: _Type, name: str, depth: int) -> list[GoFunction]:
        """Return the methods of a name that a type has, perhaps by a type that it embeds."""
        key = *type_, name
        if key not in self._functions and depth < _MOST_EMBEDDED:
            self._functions[key] = []  # a type that embeds itself
            inner = [own for field, own in self._fields.get(type_, {}).items() if field == own[1]][:_MOST_FIELDS]
            self._functions[key] = [one for own in inner for one in self._methods_of(own, name, depth + 1)]
        return self._functions.get(key, [])

    def _type(self, value: GoValue, function: GoFunction, at: int, depth: int) -> _Type:
        """Return the type of an expression; an empty name if that is not known."""
        key = "type", _key(value), function, at
        return self._once(key, ("", ""), lambda: self._type_of(value, function, at, depth))

    def _type_of(self, value: GoValue, function: GoFunction, at: int, depth: int) -> _Type:
        found = "", ""
        match value if depth < _DEEPEST else None:
            case GoLiteral(type=type_):
                found = self._place(type_, function.path)
            case GoCall() as call if callee := self._callee(call, function, at, depth + 1):
                found = self._place(callee.result, callee.path)
            case GoName(name=name):
                type_ = dict((*function.parameters, function.owner)).get(name, "")
                outside = self._assigned.get((function.folder, name, False), [])
                around, dot, field = name.rpartition(".")
                if local := function.last(name, at):
                    found = self._type(local.value, function, local.at, depth + 1)
                elif not type_ and dot:
                    inner = self._fields.get(self._type(GoName(around), function, at, depth + 1), {})
                    found = inner.get(field, found)
                elif not type_ and len(outside) == 1:
                    found = self._type(outside[0][1].value, outside[0][0], outside[0][1].at, depth + 1)
                else:
                    found = self._place(type_, function.path) if type_ or dot else (_OUTSIDE, name)
        return found

    def _place(self, type_: str, path: str) -> _Type:
        """Return the type that a source writes."""
        package, _, name = type_.lstrip("*&").rpartition(".")
        folder = self._packages.imported(path, package) if package else dirname(path)
        return (_OUTSIDE if folder is None else folder), name

    # What functions do to commands.

    def _effects_of(self, function: GoFunction, depth: int) -> list[_Effect]:
        every = (one for call in function.calls for one in self._effects_of_call(call, function, depth))
        return self._once(function, [], lambda: list(every))

    def _subject(self, value: GoValue, function: GoFunction, at: int) -> list[tuple[_Owner, _Mode]]:
        """Return the commands that an expression is, or whose flags it is, or has a method of."""
        method = _method_of_flags(value)
        found, mode = self._flags(method.on if method else value, function, at)
        known = [(one, mode) for one in found if one is not None]
        return known or [(one, "given") for one in self._owners(value, function, at) if one is not None]

    def _effects_of_call(self, call: GoStatement, function: GoFunction, depth: int) -> Iterator[_Effect]:
        value, at = call.value, call.at
        if not isinstance(value, GoCall):
            return
        on, method, given = value.on, value.name, value.arguments
        if flag := GoFlag.of_call(method, given):
            flag = GoFlag(flag.method, *(self._text(one, function, at) for one in flag[1:]))
            owners, mode = self._flags(on, function, at)
            known = [one for one in owners if one is not None]
            added = _AddedFlag(flag, function.path, call.line, call.end)
            self._passed_effects += len(known) - 1 if known else 0  # the commands of a list
            if self._passed_effects <= _MOST_PASSED:
                yield from (_Effect(one, mode, added, call.is_conditional) for one in known)
            if not known:
                self._loose.add(flag.name_on_pages)
        elif method not in ("AddCommand", *_HIDING, *_TAKING):
            yield from self._passed(call, value, function, depth)
        else:
            for owner, _ in self._subject(on, function, at):
                if method == "AddCommand":
                    children = [pair for one in given for pair in self._added(one, owner, function, at)]
                    yield from (_Effect(owner, "own", one, call.is_conditional or other) for one, other in children)
                if method in _HIDING:
                    name = text_of_go(self._text(given[0], function, at)) if given else None
                    yield _Effect(owner, "own", GoText(name or ""))
                if method in _TAKING:
                    yield _Effect(owner, "own", f"it has `{method}`")

    def _added(self, value: GoValue, to: _Owner, function: GoFunction, at: int) -> Iterable[tuple[_Owner | None, bool]]:
        """Return the commands that an argument adds. What a library gets, it is likely to return."""
        found = self._owners(value, function, at)
        if None in found and isinstance(value, GoCall) and self._callee(value, function, at) is None:
            given = self._together(value.arguments, function, at, 0)
            found = {**found, **{one: True for one in given if one is not None and one is not to}}
        return found.items()

    def _passed(self, call: GoStatement, value: GoCall, function: GoFunction, depth: int) -> Iterator[_Effect]:
        """Yield what a function that gets commands, or their flags, does to them."""
        every = [self._subject(one, function, call.at) for one in value.arguments]
        is_given_methods = any(map(_method_of_flags, value.arguments))  # `bind("name", flags.Bool)`
        callee = self._callee(value, function, call.at) if any(every) and not is_given_methods else None
        if callee is None or depth > _DEEPEST or self._passed_effects > _MOST_PASSED:
            name = value.function or value.name
            if not _HARMLESS.fullmatch(name):
                for owner, mode in (one for owners in every for one in owners):
                    yield _Effect(owner, mode if isinstance(owner, _Command) else "own", f"it is given to `{name}`")
            return
        named = {name: one for (name, _), one in zip(callee.parameters, value.arguments, strict=False)}
        places = enumerate(callee.parameters)
        given = [[one for owners in _given(callee, place, every) for one in owners] for place, _ in places]
        for effect in self._effects_of(callee, depth + 1):
            what, whats = effect.what, [effect.what]
            if type(effect.owner) is not int and type(what) is not int:
                continue  # the function itself does it to a command
            if type(what) is int:
                whats = [one for one, _ in given[what]] or [None]
            elif type(what) is _AddedFlag:
                pairs = [(one, named.get(one.name) if type(one) is GoName else None) for one in what.flag[1:]]
                values = [self._text(own, function, call.at) if own else one for one, own in pairs]
                whats = [what._replace(flag=GoFlag(what.flag.method, *values))]
            owners = given[effect.owner] if type(effect.owner) is int else [(effect.owner, effect.mode)]
            self._passed_effects += len(owners) * len(whats)
            is_conditional = effect.is_conditional or call.is_conditional
            for owner, mode in owners:
                own = mode if effect.mode == "given" else effect.mode
                yield from [_Effect(owner, own, one, is_conditional) for one in whats]
        if self._place(callee.result, callee.path) in self._keeping:
            because = f"`{callee.name}` keeps it"
            yield from (_Effect(owner, "own", because) for owners in every for owner, _ in owners)


def _method_of_flags(value: GoValue) -> GoCall | None:
    """Return a method that defines a flag and is not called, `flags.Bool`, as a call without arguments."""
    match = _METHOD.fullmatch(value.name) if isinstance(value, GoName) else None
    if match is None or not GoFlag.is_defined_by(match[3]):
        return None
    on = GoName(match[1])
    return GoCall(GoCall(on, match[2]) if match[2] else on, match[3])


def _given(function: GoFunction, place: int, arguments: Sequence[_Found]) -> Sequence[_Found]:
    """Return the arguments for a parameter of a function: all the rest for a variadic one."""
    is_variadic = function.parameters[place][1].startswith("...")
    return arguments[place:] if is_variadic else arguments[place : place + 1]


def _place_of(function: GoFunction, name: str) -> int | None:
    """Return the place of the parameter of a name that is a command or a set of flags; None if there is none."""
    every = enumerate(function.parameters)
    return next((at for at, (own, type_) in every if own == name and _GIVEN.fullmatch(type_)), None)


def _key(value: GoValue) -> Hashable:
    return value.name if isinstance(value, GoName) else id(value)


def _long(name: str) -> str:
    return name.rpartition(" ")[2]


def _files(repository: Repository) -> list[str]:
    return [path for path in files_matching(repository, "**/*.go").files if not _SKIPPED.search(path)]


def _sources(repository: Repository) -> list[str]:
    """Return the files that use cobra and, if there are any, those of programs, which may hand commands on."""
    files = [(one, repository.page(one) or b"") for one in _files(repository)]
    found = [one for one, data in files if _IMPORT.search(data)]
    programs = [one for one, data in files if _PROGRAM.search(data)] if found else []
    return list(dict.fromkeys((*found, *programs)))[:_MOST_SOURCES]


def _functions_in(repository: Repository, path: str, work: int) -> list[GoFunction]:
    try:
        return functions_in(path, repository.page(path) or b"", work)
    except HopelessError:
        return []


@remembered
def go_commands(repository: Repository, work: int = 1) -> GoCommands | None:
    """Return the commands in the sources of a repository; None if no source uses cobra."""
    return GoCommands(repository, work) if is_known("go") and _sources(repository) else None


@remembered
def go_command_named(repository: Repository, name: str, work: int = 1) -> CommandAnswer:
    """Return the command that users call by some words: `shop stock add`.

    It is missing if the one that it would be added to is known, with all that are added to it, and no source has its
    last word at the beginning of a string.
    """
    commands, words = go_commands(repository, work), tuple(name.split())
    if commands is None:
        return Unknown("no source in Go uses cobra")
    chains, above = commands.chains.get(words, []), commands.chains.get(words[:-1], [])
    is_closed = len(above) == 1 and above[0][-1].has_all
    if not chains and not is_closed:
        # Another program of the repository is below no command.
        folders = {dirname(chain[0].path) for chain in commands.chains.get(words[:1], [])}
        found = ((one, one[-1].path) for one in commands.likely(words))
        chains = [one for one, at in found if dirname(at) in folders or not _PROGRAM.search(repository.page(at) or b"")]
    if len({id(chain[-1]) for chain in chains}) == 1:
        # Tests make a second program with a few of the commands.
        own = max(chains, key=lambda chain: len(chain[0].children))
        return Found(DeclaredAt(own[-1].path, commands.declared(own)))
    if chains or not is_closed:
        return Unknown(f"{'several commands' if chains else 'no command'} may be `{name}`")
    if words[1] in _OWN_COMMANDS or words[-1] in first_words(repository):
        return Unknown("a source has its last word")
    return Missing(above[0][-1].path)


@remembered
def first_words(repository: Repository) -> frozenset[str]:
    """Return the words that strings in sources of Go begin with: names that calls may define which are not followed."""
    found = (one for path in _files(repository) for one in _QUOTED.findall(repository.page(path) or b""))
    return frozenset(one.decode("utf-8", "replace") for one in found)
