from potter.glass import Glass


def test_melts() -> None:
    assert Glass()
