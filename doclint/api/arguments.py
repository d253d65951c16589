"""The arguments of the functions for programs: what may be given, and what is wrong with anything else."""

import pickle
import reprlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from doclint.config.files import Settings, parse as parse_settings
from doclint.config.project import Project, formats_of
from doclint.config.schema import Config, address_of_rules
from doclint.errors.exceptions import UsageError
from doclint.errors.wording import did_you_mean
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import BUILTIN, builtin, builtins, parse as parse_format
from doclint.formats.schema.format import Format
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.repository.paths import inner
from doclint.repository.repository import Repository
from doclint.rule import registry
from doclint.rule.rule import Rule

if TYPE_CHECKING:
    from concurrent.futures import Executor

Text: TypeAlias = str | bytes
AnyPath: TypeAlias = str | PathLike[str]
ConfigLike: TypeAlias = Config | Mapping[str, object] | None
FormatLike: TypeAlias = str | Format | Mapping[str, object]
RuleLike: TypeAlias = str | type[Rule]
Sources: TypeAlias = Mapping[str, Text] | AnyPath | None

_OF_FILES = ("baseline", "extend", "formats", "local-rules")
"""Keys of the configuration that name files, which these functions do not read."""


class Settled(Struct, frozen=True):
    """The arguments that say how to lint: a project, and the names of rules to select, or None for those of its
    configuration.
    """

    project: Project
    select: Sequence[str] | None


def settled(
    config: ConfigLike,
    format_: FormatLike | Sequence[FormatLike] | None,
    rules: Iterable[RuleLike] | None,
    root: Path = Path(),
) -> Settled:
    """Return a project at a root, which only files need, that has no settings but those that are given."""
    given, select = rules_of(rules)
    settings = _settings(config)
    project = Project(root, settings, _formats(settings.config, format_), given, is_isolated=True)
    return Settled(project, select)


def rules_of(given: Iterable[RuleLike] | None) -> tuple[tuple[type[Rule], ...], list[str] | None]:
    """Return the rules that are given as classes, and the names to select, or None to select by configuration."""
    if given is None:
        return (), None
    if isinstance(given, str | type) or not isinstance(given, Iterable):
        raise _wrong("rules", given, f"a list of rules{_as_list(given, str | type)}")
    several = list(given)
    wrong = next((rule for rule in several if not isinstance(rule, str | type)), None)
    if wrong is not None:
        raise UsageError(f"`rules` has {_shown(wrong)}, which is not an id, a family or a class")
    classes = [rule for rule in several if not isinstance(rule, str)]
    for rule in classes:
        registry.check(rule)
    names = [rule if isinstance(rule, str) else rule.id for rule in several]
    return tuple(classes), names


def text_of(text: Text, name: str) -> Text:
    """Return a text, which an argument, or a part of one, has."""
    if isinstance(text, str | bytes):
        return text
    more = "; `lint_paths` reads files" if isinstance(text, PathLike) else ""
    raise UsageError(f"{name} is {_shown(text)}; it must be text or bytes{more}")


def data_of(text: Text, name: str) -> bytes:
    """Return the bytes of a text, which an argument, or a part of one, has."""
    given = text_of(text, name)
    return given if isinstance(given, bytes) else given.encode(errors="surrogatepass")


def place_of(path: str, name: str) -> str:
    """Return the path of a page from the root, which an argument, or a part of one, has."""
    if not isinstance(path, str):
        raise UsageError(f"{name} is {_shown(path)}; it must be text: a path from the root, with `/` between folders")
    return inner(path)


def pages_of(pages: Mapping[str, Text]) -> dict[str, bytes]:
    """Return pages by path from the root."""
    if not isinstance(pages, Mapping):
        raise _wrong("pages", pages, "a mapping from paths to texts, such as {'docs/a.md': '# A\\n'}")
    return _texts(pages, "pages")


def _texts(given: Mapping[str, Text], name: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    named: dict[str, str] = {}
    for path, text in given.items():
        place = place_of(path, f"A path in `{name}`")
        if place in named:
            raise UsageError(f"`{name}` has `{named[place]}` and `{path}`, which are the same file")
        named[place] = path
        found[place] = data_of(text, f"`{path}` in `{name}`")
    return found


def page_of(pair: object) -> tuple[str, Text]:
    """Return an item of a stream: a path from the root as it is given, and a text."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise UsageError(f"`pages` has {_shown(pair)}; each page must be a pair of its path and its text")
    path, text = pair
    place_of(path, "A path in `pages`")
    return path, text_of(text, f"`{path}` in `pages`")


def check_stream(pages: Iterable[tuple[str, Text]]) -> None:
    """Raise UsageError if pages cannot be taken one after the other."""
    if isinstance(pages, Mapping):
        raise _wrong(
            "pages", pages, "pairs of path and text, such as those of `.items()`; `lint_corpus` takes mappings"
        )
    if isinstance(pages, Text) or not isinstance(pages, Iterable):
        raise _wrong("pages", pages, "pairs of path and text, such as [('docs/a.md', '# A\\n')]")


def sources_of(sources: Sources) -> dict[str, bytes] | Path | None:
    """Return the other files of a repository: their content by path, or their folder."""
    if sources is None:
        return None
    if isinstance(sources, Mapping):
        return _texts(sources, "sources")
    if not isinstance(sources, str | PathLike):
        raise _wrong("sources", sources, "a folder, or a mapping from paths to texts")
    if not Path(sources).is_dir():
        raise UsageError(f"`sources` is `{sources}`, which is not a folder")
    return Path(sources)


def repository_of(sources: Sources, project: Project) -> Repository | None:
    """Return the other files of a repository; None if they are not known."""
    found = sources_of(sources)
    config = project.settings.config
    if isinstance(found, Path):
        return Folder(found, config.limits.file_bytes, respect_gitignore=config.respect_gitignore)
    return None if found is None else Memory(found, config.limits.file_bytes)


def paths_of(paths: Iterable[AnyPath]) -> list[Path]:
    """Return the files and folders to lint."""
    if isinstance(paths, str | bytes | PathLike) or not isinstance(paths, Iterable):
        raise _wrong("paths", paths, f"a list of paths{_as_list(paths, str | PathLike)}")
    several = list(paths)
    for path in several:
        if not isinstance(path, str | PathLike):
            raise UsageError(f"`paths` has {_shown(path)}, which is not a path")
        if path == "":  # most likely a variable that is not set; it must not mean the working directory
            raise UsageError("`paths` has an empty path")
    return [Path(path) for path in several]


def root_of(root: AnyPath) -> Path:
    """Return the folder that all paths belong to, with all links resolved."""
    if not isinstance(root, str | PathLike):
        raise _wrong("root", root, "a folder")
    if root == "" or not Path(root).is_dir():
        raise UsageError(f"`root` is `{root}`, which is not a folder")
    return Path(root).resolve()


def jobs_of(jobs: int | None, executor: "Executor | None", rules: Iterable[type[Rule]]) -> int | None:
    """Return the number of workers. Raises UsageError if there cannot be so many, or if they cannot find a rule."""
    if jobs is not None:
        number("jobs", jobs, least=1)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise _wrong("executor", executor, "an executor of `concurrent.futures`, or one like it")
    if executor is not None or (jobs or 1) > 1:
        _check_findable(rules)
    return jobs


def number(name: str, given: int, least: int) -> int:
    """Return a whole number that must not be too small."""
    if not isinstance(given, int) or isinstance(given, bool) or given < least:
        raise _wrong(name, given, f"a whole number, at least {least}")
    return given


def _check_findable(rules: Iterable[type[Rule]]) -> None:
    """Raise UsageError if workers, which look for classes by module and name, cannot find a rule."""
    for rule in rules:
        try:
            pickle.dumps(rule)
        except Exception as error:
            what = (
                f"`rules` has `{rule.__qualname__}`, which workers cannot find: define it at the top level of a module"
            )
            raise UsageError(what) from error


def choice(name: str, given: str, known: Collection[str]) -> str:
    """Return a name that must be one of those that are known."""
    if not isinstance(given, str) or given not in known:
        near = did_you_mean(given, known) if isinstance(given, str) else ""
        raise UsageError(f"`{name}` is {_shown(given)}, which is none of {', '.join(known)}{near}")
    return given


def address(rule_pages: str) -> str:
    """Return the address of the manuals of rules; it can be empty."""
    if not isinstance(rule_pages, str):
        raise _wrong("rule_pages", rule_pages, "an address with `{rule}`")
    try:
        return rule_pages and address_of_rules(rule_pages)
    except ValueError as error:
        raise UsageError(f"`rule_pages` is {_shown(rule_pages)}: {error}") from error


def _settings(config: ConfigLike) -> Settings:
    if config is None:
        return Settings()
    if not isinstance(config, Config | Mapping):
        more = "; `lint_paths` with `discover` reads files" if isinstance(config, str | PathLike) else ""
        raise _wrong("config", config, f"a table with the keys of the configuration file, or a `doclint.Config`{more}")
    table = _table(config) if isinstance(config, Config) else config
    layer = parse_settings(table, "config")
    for key in _OF_FILES:
        if key in layer.table:
            raise UsageError(f"`config` has `{key}`, which names files; only `lint_paths` with `discover` reads them")
    return Settings((layer,))


def _table(config: Config) -> Mapping[str, Any]:
    """Return what a program has set, which may be anything."""
    try:
        table, defaults = config.table, Config().table
    except TypeError as error:
        raise _wrong("config", config, "a `doclint.Config` of values as TOML has them") from error
    return {key: value for key, value in table.items() if value != defaults[key]}


def _formats(config: Config, given: FormatLike | Sequence[FormatLike] | None) -> FormatSet:
    if given is None:
        return formats_of(config, builtins(config.ignore_formats))
    several = [given] if isinstance(given, str | Format | Mapping) else given
    if not isinstance(several, Iterable):
        raise _wrong("format", given, "the name of a format, a table, a `doclint.Format`, or a list of these")
    return formats_of(config, FormatSet.of(map(_format, several)))


def _format(given: FormatLike) -> Format:
    if isinstance(given, Format):
        return given
    if isinstance(given, Mapping):
        return parse_format(given, "format")
    if not isinstance(given, str):
        raise UsageError(f"`format` has {_shown(given)}, which is not a name, a table or a `doclint.Format`")
    if given not in BUILTIN:
        raise UsageError(f"There is no built-in format `{given}`{did_you_mean(given, BUILTIN)}")
    return builtin(given)


def _wrong(name: str, value: object, wanted: str) -> UsageError:
    return UsageError(f"`{name}` is {_shown(value)}; it must be {wanted}")


def _as_list(value: object, element: Any) -> str:
    """Return the end of a sentence that shows a single element as the list that it should be."""
    return f", such as [{_shown(value)}]" if isinstance(value, element) else ""


def _shown(value: object) -> str:
    """Return a value in short, with a class by its name."""
    return value.__qualname__ if isinstance(value, type) else reprlib.repr(value)
