import unittest

from wharf.berth import Berth


class TestBerth(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(Berth("Aurora").length, 0)


if __name__ == "__main__":
    unittest.main()
