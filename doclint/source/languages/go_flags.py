"""Flags of programs in Go as pflag shows them, by the calls that define them.

Sources of the facts: `flag.go` and the types of pflag 1.0.10.
"""

from ast import literal_eval
from collections.abc import Sequence
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.go_values import GoLiteral, GoName, GoOperation, GoText, GoUnknown, GoValue, GoWord
from doclint.source.model import OMITTED, Declaration

_METHOD = expression(
    r"(?!P?F?\Z)(String(?:To(?:String|Int64|Int)|Slice|Array)?|Bool(?:Slice)?|(?:Int|Uint)(?:8|16|32|64)?|(?:Int(?:32|64)?|Uint)Slice"
    r"|Count|Float(?:32|64)(?:Slice)?|Duration(?:Slice)?|IP(?:Mask|Net|(?:Net)?Slice)?|Bytes(?:Hex|Base64)|Text|Time"
    r"|(?:Bool)?Func)?(Var)?(P?)F?"
)
_SHOWN = {
    "BoolSlice": "bools",
    "Float64": "float",
    "Int64": "int",
    "IntSlice": "ints",
    "StringSlice": "strings",
    "Text": "",
    "Uint64": "uint",
    "UintSlice": "uints",
}
"""The words for types, by methods; others begin with a small letter in place of a capital."""
_FIRST = expression(r"\AIP|\A.")
_NAMED = expression(r"`([^`]*)`")
_PLAIN = expression(r"-?(?:0|[1-9]\d*)|true|false")
_FLOAT = expression(r"-?(?:0|[1-9]\d{0,5})(?:\.\d{0,3}[1-9])?")  # that Go shows without an exponent
_UNSURE = expression(r"[^ -~]|[\\\"]")  # in a text that Go may show in another way
_TIMES = {"Millisecond": 10**6, "Second": 10**9, "Minute": 60 * 10**9, "Hour": 3600 * 10**9}  # in nanoseconds
_LONGEST = 2_000  # characters of a text
_MOST_TIME = 2**63  # nanoseconds
DEFAULT = " (default "
"""What pages have in front of a default, and descriptions may have, too."""


class GoFlag(NamedTuple):
    """A flag, as a call defines it: the `method` says of which type it is; it is empty for a type of the program."""

    method: str
    name: GoValue
    short: GoValue
    default: GoValue
    usage: GoValue

    @classmethod
    def of_call(cls, method: str, arguments: Sequence[GoValue]) -> "GoFlag | None":
        """Return the flag that a call of a method of a set of flags defines; None if the method is another one."""
        match = _METHOD.fullmatch(method)
        given = arguments[1:] if match and match[2] else arguments
        if match is None:
            return None
        kind, has_short = match[1] or "", bool(match[3])
        has_default = kind not in ("", "Count")
        if len(given) != 2 + has_short + has_default + (kind == "Time"):  # which has formats, too
            return None
        short = given[1] if has_short else GoText("")
        return cls(kind, given[0], short, given[-2] if has_default else GoUnknown(), given[-1])

    @staticmethod
    def is_defined_by(method: str) -> bool:
        """Whether a method of a set of flags defines one."""
        return _METHOD.fullmatch(method) is not None

    @property
    def name_on_pages(self) -> str:
        """The name as users write it, after the short one: `-n, --name`; empty if it is not known."""
        long, short = text_of_go(self.name), text_of_go(self.short)
        return "" if not long or short is None else f"-{short}, --{long}" if short else f"--{long}"

    def declared(self, line: int, end: int) -> Declaration:
        """Return the declaration of the flag on some lines: its type, its default and its description on pages.

        A default is there if it is zero, too; it is not known if the description seems to have one.
        """
        usage = text_of_go(self.usage)
        named = _NAMED.search(usage or "")
        shown = _SHOWN.get(self.method, _FIRST.sub(lambda first: first[0].lower(), self.method))
        plain = Declaration("flag", self.name_on_pages, line, line, end, is_optional=True)
        return plain._replace(
            type="" if usage is None else named[1] if named else shown,
            value=OMITTED if usage is None or DEFAULT in usage else self._value(),
            docstring=_NAMED.sub(r"\1", usage or "", count=1),
        )

    def _value(self) -> str:
        value, found = self.default, "0" if self.method == "Count" else OMITTED
        match self.method, value:
            case "String", _ if (text := text_of_go(value)) is not None and not _UNSURE.search(text):
                found = f'"{text}"'
            case "Duration", _ if (time := _nanoseconds(value)) is not None:
                found = _duration(time)
            case _, GoWord(word="nil") if self.method.endswith(("Slice", "Array")):
                found = "[]"
            case _, GoWord(word=word) if (_FLOAT if "Float" in self.method else _PLAIN).fullmatch(word):
                found = word
            case (("StringSlice" | "StringArray"), GoLiteral(elements=elements)):
                texts = [text_of_go(one.value) or "," for one in elements]
                found = OMITTED if any(_UNSURE.search(one) or "," in one for one in texts) else f"[{','.join(texts)}]"
        return found


def is_zero(value: str) -> bool:
    """Whether pages leave out a default."""
    return value in ('""', "0", "0s", "false", "[]", OMITTED)


def text_of_go(value: GoValue) -> str | None:
    """Return the text that a literal stands for, or several with plus signs between them; None if it is not known."""
    match value:
        case GoText(text=text, is_raw=True):
            return text
        case GoText(text=text):
            try:
                return str(literal_eval(f'"{text}"')) if "\\" in text else text
            except (ValueError, SyntaxError):
                return None
        case GoOperation(left=left, operator="+", right=right):
            first, second = text_of_go(left), text_of_go(right)
            return None if first is None or second is None or len(first) > _LONGEST else first + second
    return None


def _nanoseconds(value: GoValue) -> int | None:
    match value:
        case GoWord(word=word) if word.isdecimal() and len(word) < len(str(_MOST_TIME)):
            return int(word)
        case GoName(name=name):
            return _TIMES.get(name.removeprefix("time."))
        case GoOperation(left=left, operator="*", right=right):
            first, second = _nanoseconds(left), _nanoseconds(right)
            time = first * second if first is not None and second is not None else _MOST_TIME
            return time if time < _MOST_TIME else None
    return None


def _duration(time: int) -> str:
    """Return a time as Go shows it: `1h0m0s`, `20ms`; `OMITTED` if it has a fraction of a second."""
    seconds, rest = divmod(time, 10**9)
    if rest:
        return OMITTED if seconds or rest % 10**6 else f"{rest // 10**6}ms"
    hours, minutes = seconds // 3600, seconds // 60
    return f"{f'{hours}h' if hours else ''}{f'{minutes % 60}m' if minutes else ''}{seconds % 60}s"
