"""What the reference of formats says about kinds of symbols."""

from typing import get_args

import pytest

from doclint.formats.schema.format import Kind
from doclint.source.symbols import PROVIDED, SETTINGS, CommandKind


@pytest.mark.parametrize("kind", [*PROVIDED, *sorted(SETTINGS), *get_args(CommandKind)])
def test_it_explains_kinds_that_are_looked_up_in_a_way_of_their_own(kind: str) -> None:
    assert f"`{kind}`" in Kind.descriptions()["defines"]
