"""What a file can have, explained in Markdown: for hover, and beside what can be written."""

from doclint.output import addresses
from doclint.rule import registry
from doclint.rule.manual import summary
from doclint.server.toml.schema import FileKind, FileSchema, SchemaKey

_MANUALS: dict[FileKind, str] = {"config": "configuration", "format": "format-reference"}


def of_key(key: SchemaKey, kind: FileKind, schema: FileSchema) -> str:
    """Return what a key means, what its value is, its default and the address of the manual."""
    parts = [f"`{key.name}`: {schema.words(key.node)}", key.description, _default(key), _link(kind)]
    return "\n\n".join(filter(None, parts))


def of_rule(id_: str, rule_pages: str = "") -> str:
    """Return the first sentence of the manual of a rule, and its address; empty if there is no such rule."""
    rule = registry.rules().get(id_)
    if rule is None:
        return ""
    page = addresses.page_of_rule(id_, rule_pages)
    about = f"Family `{rule.family}`, severity `{rule.severity}`, profile `{rule.profile}`."
    return "\n\n".join(filter(None, [f"`{id_}`: {summary(rule)}", about, f"[Manual]({page})" if page else ""]))


def _default(key: SchemaKey) -> str:
    if key.is_required:
        return "Required."
    return f"Default: `{key.default}`" if key.default not in (None, '""', "[]") else ""


def _link(kind: FileKind) -> str:
    home = addresses.documentation()
    return f"[Manual]({home}/{_MANUALS[kind]})" if home else ""
