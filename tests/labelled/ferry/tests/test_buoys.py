from ferry.buoys import colour


def test_colour() -> None:
    assert colour("port") == "red"
