import unittest

from ledger.account import Account


class Balance(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(Account("cash").balance(), 0)
