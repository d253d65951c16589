"""What is kept under lock: nothing here is pickled any more."""

import ast
import pickle
import sqlite3


class Vault:
    """Opens with a formula."""

    def __init__(self, path):
        self.base = sqlite3.connect(path)

    def find(self, name):
        query = "SELECT thing FROM vault WHERE name = ?"
        return self.base.execute(query, (name,)).fetchone()

    def load(self, name):
        return pickle.loads(self.find(name)[0])


def formula(text):
    return eval(text, {"__builtins__": {}})
