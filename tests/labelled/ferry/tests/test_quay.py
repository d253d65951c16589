import pytest

from ferry.quay import Quay


@pytest.mark.parametrize("name", ["north"])
def test_berth(name: str) -> None:
    assert Quay(name).berth()
