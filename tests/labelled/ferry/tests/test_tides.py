from ferry.tides import At


def test_at() -> None:
    assert At().print()
