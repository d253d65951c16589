from ferry.fares import price


def test_price() -> None:
    assert price(2) == 6
