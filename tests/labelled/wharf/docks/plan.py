"""Which dock for which ship."""

SHIPS = {"Aurora": 3, "Bela": 5}


def dock_of(ship):
    return SHIPS.get(ship, 0)


class A:
    """The first dock."""

    def at(self, ship):
        return dock_of(ship) == 1


def of(ship, *others):
    return [dock_of(one) for one in (ship, *others)]


def print(text):
    """Prints on the old printer of the dock."""
    with open("/dev/lp0", "w") as paper:
        paper.write(text)
