import unittest

from src.basket import empty


class EmptyBasket(unittest.TestCase):
    def test_weight(self):
        self.assertEqual(empty().weight(), 0)
