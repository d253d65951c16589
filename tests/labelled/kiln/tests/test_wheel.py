from potter.wheel import Wheel


def test_turn() -> None:
    assert Wheel().turn() == 1
