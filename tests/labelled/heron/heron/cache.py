"""Remembered answers.

Old ones are dropped; what was asked last stays.
"""

from functools import lru_cache


class Model:
    def eval(self):
        return self


def model(name):
    return Model()


@lru_cache(maxsize=128)
def forecast(day):
    return model("rain").eval(), day


def retrieval(query):
    return [forecast(day) for day in query]
