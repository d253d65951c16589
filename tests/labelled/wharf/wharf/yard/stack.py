'''Stacks of boxes.'''

from ..cargo import Crate
from . import __name__ as here


class Stack(list[Crate]):
    def top(self) -> Crate:
        return self[-1]


class Tower(Stack):
    def __len__(self) -> int:
        return 3
