"""What the files in `sources` declare and define, by the language that their folder names, as the record says."""

from pathlib import Path

import pytest
import records
from declared_lines import lines, symbols

from doclint.source.read import read
from doclint.source.trees import is_known

SOURCES = Path(__file__).parent / "sources"
FILES = [
    pytest.param(path, id=path.relative_to(SOURCES).as_posix())
    for path in sorted(SOURCES.glob("*/*"))
    if is_known(path.parent.name)
]


@pytest.mark.parametrize("path", FILES)
def test_symbols(path: Path) -> None:
    name = f"symbols of {path.relative_to(SOURCES).as_posix()}"
    records.check("sources", name, symbols(path.parent.name, path.read_bytes()))


@pytest.mark.parametrize("path", FILES)
def test_declarations(path: Path) -> None:
    found = read(path.parent.name, path.read_bytes())
    listed = [repr(found.docstring), *lines(found.found)] if found else []
    assert found is None or not found.is_broken
    records.check("sources", f"declarations of {path.relative_to(SOURCES).as_posix()}", listed)


def test_record_has_nothing_else() -> None:
    places = [path.relative_to(SOURCES).as_posix() for path in SOURCES.glob("*/*")]
    records.check_names("sources", {f"{what} of {place}" for what in ("symbols", "declarations") for place in places})


def test_header_may_be_of_c_or_cpp() -> None:
    c, cpp = ((SOURCES / place).read_bytes() for place in ("c/point.h", "cpp/basket.h"))
    assert symbols("header", cpp) == symbols("cpp", cpp)
    # What is static can be used where the header is included, and the values of an enumeration have its name.
    in_header = {"19 constant GREEN": "19 constant color::GREEN", "19 constant RED": "19 constant color::RED"}
    expected = {in_header.get(one, one.removesuffix(" (private)")) for one in symbols("c", c)}
    assert set(symbols("header", c)) == expected
