"""What a file can have, explained in Markdown: for hover, and beside what can be written."""

from collections.abc import Sequence

from doclint.config.schema import keys as settings
from doclint.config.show import assignment
from doclint.errors.validation import Path
from doclint.output import addresses
from doclint.rule import registry
from doclint.rule.manual import summary
from doclint.server.markup import link
from doclint.server.toml.file import TomlFile
from doclint.server.toml.schema import FileKind, SchemaKey


def of_key(key: SchemaKey, table: Path, file: TomlFile) -> str:
    """Return what a key of the table at a path means, what its value is, its default, examples and its manual."""
    examples = "\n".join(assignment(value, key.name) for value in key.node.get("examples", ()))
    shown = f"```toml\n{examples}\n```" if examples else ""
    page = _manual(file.kind, [*(part for part in table if isinstance(part, str)), key.name])
    about = f"`{key.name}`: {file.schema.words(key.node)}"
    return "\n\n".join(filter(None, [about, key.description, _default(key), shown, link("Manual", page)]))


def of_rule(id_: str, rule_pages: str = "") -> str:
    """Return the first sentence of the manual of a rule, and its address; empty if there is no such rule."""
    rule = registry.rules().get(id_)
    if rule is None:
        return ""
    page = addresses.page_of_rule(id_, rule_pages)
    about = f"Family `{rule.family}`, severity `{rule.severity}`, profile `{rule.profile}`."
    return "\n\n".join(filter(None, [f"`{id_}`: {summary(rule)}", about, link("Manual", page)]))


def _default(key: SchemaKey) -> str:
    if key.is_required:
        return "Required."
    return f"Default: `{key.default}`" if key.default not in (None, '""', "[]") else ""


def _manual(kind: FileKind, keys: Sequence[str]) -> str:
    """Return the address of the manual of a key, given the keys that lead to it."""
    if kind == "format":
        return addresses.manual("format-reference")
    if keys[0] == "rules" and len(keys) > 1:
        return addresses.page_of_rule(keys[1])
    names = {".".join(key) for key, _ in settings()}
    name = next((name for name in (".".join(keys[:2]), keys[0]) if name in names), None)
    return addresses.manual(f"settings/{name}" if name else "configuration")
