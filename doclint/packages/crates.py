"""The crates of Rust in a repository, and what macros and programs may declare in them.

Facts: The Cargo Book, "Cargo Targets" (`lib.name`); "The Rust Reference", "Macros"; the crates `paste`
(`[<get_ $name>]`) and `derive_builder` (`BasketBuilder`).
"""

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname, join

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.tables import names
from doclint.packages.answers import DeclaredAt
from doclint.packages.manifests import manifests, nearest
from doclint.repository.configuration import configuration, text, value
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.model import Declaration

_FILE = "Cargo.toml"
_MOST = 1_000  # manifests, of which a large workspace has hundreds
_WORD = expression(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+")
_MADE = expression(rb"\[<")  # what a macro puts together
# What a program may write: `include!`, `tonic::include_proto!`, `wit_bindgen::generate!`.
_INCLUDED = expression(rb"\b(?:include(?!_str\b|_bytes\b)\w*+|generate)!\s*+[({\[]")
_SHOWN = expression(rb"\bpub\s++(?:mod\s++(\w++)|use\s++([^;]*+))")
_ROOTS = ("lib", "main", "mod")
_ALIAS = expression(rb"\b(?:type|as)\s++(\w++)")
_DERIVED = expression(r"(?:Builder(?:Error)?|Discriminants|Iter)\Z")
_ATTRIBUTES = names("doclint.packages", "rust-attributes")
_DERIVES = names("doclint.packages", "rust-derives")
_NAMES = expression(r"\w+")
_TRAITS = names("doclint.packages", "rust-traits")
_EVERY = names("doclint.packages", "rust-traits-of-all")
_ARGUMENTS = expression(r"<.*")


def crate_of(repository: Repository, path: str) -> str:
    """Return the name that sources have for the crate of a file; empty if it is in none."""
    return nearest(_crates(repository), [dirname(path)]) or ""


@remembered
def _crates(repository: Repository) -> Mapping[str, str]:
    """Return the names of crates, by their folders."""
    found = {path: configuration(repository, path) for path in manifests(repository, _FILE, most=_MOST)}
    stated = {
        path: text(value(one, "lib", "name")) or text(value(one, "package", "name")) for path, one in found.items()
    }
    return {dirname(path): name.replace("-", "_") for path, name in stated.items() if name}


def root_of(repository: Repository, crate: str) -> str:
    """Return the path of the source that a crate begins with; empty if the repository has none."""
    for folder in (folder for folder, name in _crates(repository).items() if name == crate):
        stated = text(value(configuration(repository, join(folder, _FILE)), "lib", "path"))
        paths = (join(folder, path) for path in (stated, "src/lib.rs", "src/main.rs") if path)
        return next(filter(repository.is_file, paths), "")
    return ""


def may_declare(repository: Repository, crate: str, name: str) -> bool:
    """Whether macros, derives or programs may declare a name in a crate: a source has it as a word."""
    words = _words(repository, crate)
    return words is None or name in words or _DERIVED.sub("", name) in words


@remembered
def _words(repository: Repository, crate: str) -> frozenset[str] | None:
    """Return the words of all sources of a crate; None if something puts names together."""
    found: set[bytes] = set()
    for path, data in _sources(repository, crate).items():
        module = basename(path).removesuffix(".rs")
        is_shown = _INCLUDED.search(data) and (module in _ROOTS or module.encode() in _shown(repository, crate))
        if is_shown or _MADE.search(data):
            return None
        found.update(_WORD.findall(data))
    return frozenset(one.decode(errors="replace") for one in found)


@remembered
def _shown(repository: Repository, crate: str) -> frozenset[bytes]:
    """Return the modules that a crate makes public, and the words of what it offers by `pub use`."""
    found = (match for data in _sources(repository, crate).values() for match in _SHOWN.findall(data))
    return frozenset(word for module, use in found for word in (module, *_WORD.findall(use)))


@remembered
def _sources(repository: Repository, crate: str) -> Mapping[str, bytes]:
    return {path: repository.page(path) or b"" for path in _paths(repository).get(crate, ())}


@remembered
def _paths(repository: Repository) -> Mapping[str, Sequence[str]]:
    """Return the paths of the sources of each crate."""
    every = files_matching(repository, "**/*.rs").files
    return by_key((crate_of(repository, path), path) for path in every)


def is_alias(repository: Repository, path: str, name: str) -> bool:
    """Whether the crate of a source may call another type by a name."""
    return name in _aliases(repository, crate_of(repository, path))


@remembered
def _aliases(repository: Repository, crate: str) -> frozenset[str]:
    return frozenset(
        match[1].decode() for data in _sources(repository, crate).values() for match in _ALIAS.finditer(data)
    )


def is_rewritten(found: DeclaredAt) -> bool:
    """Whether an attribute may give a function another signature, as `#[async_trait]` does."""
    return any("async" in one for each in (found.declaration, *found.outer) for one in each.decorators)


def is_plain(type_: Declaration) -> bool:
    """Whether no attribute of a type is known to add methods to it."""
    names = [_NAMES.findall(one) for one in type_.decorators]
    return all(one and one[0] in _ATTRIBUTES and (one[0] != "derive" or _DERIVES.issuperset(one[1:])) for one in names)


def implemented(type_: Declaration) -> list[str]:
    """Return the names of the traits that a type implements for certain, as it derives them or its module says. Those
    that come from automatic and blanket implementations are the last ones.
    """
    derived = [name for one in type_.decorators if one.startswith("derive") for name in _NAMES.findall(one)]
    stated = (_ARGUMENTS.sub("", one).rpartition("::")[2] for one in type_.bases)
    return [*(name for name in derived if name in _TRAITS), *stated, *_EVERY]


@remembered
def is_of_standard_library(repository: Repository, crate: str, trait: str) -> bool:
    """Whether a name is that of a trait of the standard library, and of none in a crate."""
    declared = b"trait " + trait.encode()
    return trait in _TRAITS and not any(declared in data for data in _sources(repository, crate).values())
