"""Tests of crates."""

import pytest

from wharf.cargo import Crate, Kind


@pytest.mark.parametrize("weight", [1, 2])
def test_weight(weight):
    assert Crate(Kind.DRY, weight).get() == weight
