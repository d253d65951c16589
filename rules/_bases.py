"""The bases of classes as sources write them: `Box[int]`, `metaclass=ABCMeta`."""

from doclint.kit import expression

_ARGUMENTS = expression(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_KEYWORD = expression(r"\w++\s*+=")
BASE = expression(r"[^\W\d][\w.$]*")
_NAMED = expression(
    r"(?:\w+\.)*(?:namedtuple|NamedTuple|TypedDict|new_class|make_dataclass)\(\s*[\"'](?P<name>\w+)[\"']"
)


def names_of_bases(bases: tuple[str, ...]) -> list[str] | None:
    """Return the names of declared bases, without modules and arguments; None if one has no name."""
    found = []
    for base in bases:
        if _KEYWORD.match(base):
            continue  # `metaclass=ABCMeta`
        named = _NAMED.match(base)  # `namedtuple("Box", ["size"])` makes a class `Box`
        name = named["name"] if named else without_arguments(base)
        # Another call may make any class.
        if (base.endswith(")") and not named) or not BASE.fullmatch(name):
            return None
        found.append(name.rpartition(".")[2])
    return found


def without_arguments(text: str) -> str:
    """Return a text without what is in brackets, up to a few levels."""
    for _ in range(10):
        shorter = _ARGUMENTS.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text.strip()
