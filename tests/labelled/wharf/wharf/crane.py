import abc
import contextlib


class Crane(abc.ABC):
    reach: float = 40

    @abc.abstractmethod
    def lift(self, tons: float) -> None:
        """Lifts what hangs on the hook.

        Slowly, for the rope is old.
        """


class Gantry(Crane):
    def lift(self, tons: float) -> None:
        if tons > self.reach:
            raise ValueError(tons)

    def __enter__(self) -> "Gantry":
        return self

    def __exit__(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def locked(crane: Crane):
    yield crane
