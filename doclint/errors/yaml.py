"""YAML that anyone may have written: whatever is wrong with it is a ValueError, and it takes time in proportion to its
size. No tag makes an object or runs anything.

Aliases share what they stand for, so a short text can be a huge value: do not walk through all of it, nor print it.
"""

from functools import cache
from typing import Any

MOST_MERGED = 1_000
"""How many pairs merge keys may bring into mappings: a few lines of them can otherwise make a mapping without end."""

_LONGEST_INTEGER = 3_000  # characters; PyYAML reads `1:1:1` as a number of base 60, in quadratic time
_MERGE = "tag:yaml.org,2002:merge"
_INTEGER = "tag:yaml.org,2002:int"


def parse(data: bytes | str, derived: Any = None) -> Any:
    """Parse a document of YAML. Raises ValueError if it is invalid, or has too much to merge or too long a number.

    `derived` is a class that is derived from that of `loader`, and loads the document in its place.
    """
    import yaml

    try:
        return yaml.load(data, derived or loader())  # noqa: S506 - it is derived from the safe loader
    except Exception as error:
        # For a tagged value that it cannot read, PyYAML raises whatever it stumbles on: `!!bool x` is a KeyError.
        what = str(error) if isinstance(error, yaml.YAMLError | ValueError) else f"a value is not valid: {error!r}"
        raise ValueError(what) from error


@cache
def loader() -> Any:
    """Return the class that `parse` loads documents with, for modules that need to add tags."""
    import yaml

    class BoundedLoader(yaml.SafeLoader):
        merged = 0

        def flatten_mapping(self, node: Any) -> None:
            """Count what is merged before it is, because each level of a bomb multiplies it."""
            for key, value in node.value:
                if key.tag == _MERGE:
                    parts = value.value if isinstance(value, yaml.SequenceNode) else [value]
                    for part in parts:
                        self._count(part)
            super().flatten_mapping(node)

        def _count(self, part: Any) -> None:
            if isinstance(part, yaml.MappingNode):
                self.flatten_mapping(part)
                self.merged += len(part.value)
            self.merged += 1
            if self.merged > MOST_MERGED:
                raise yaml.constructor.ConstructorError(
                    None, None, f"merge keys bring more than {MOST_MERGED:,} pairs", part.start_mark
                )

        def construct_yaml_int(self, node: Any) -> Any:
            if len(node.value) > _LONGEST_INTEGER:
                raise yaml.constructor.ConstructorError(None, None, "a number is too long", node.start_mark)
            return super().construct_yaml_int(node)

    BoundedLoader.add_constructor(_INTEGER, BoundedLoader.construct_yaml_int)
    return BoundedLoader
