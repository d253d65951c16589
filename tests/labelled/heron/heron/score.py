import bisect
import cmath
import decimal
import fractions
import functools
import math
import operator
import random
import statistics
import time


def mean(values):
    return statistics.mean(values)


def median(values):
    return sorted(values)


def mode(values):
    return sorted(values)


def spread(values):
    return sorted(values)


def lowest(values):
    return sorted(values)


def highest(values):
    return sorted(values)


def first(values):
    return sorted(values)


def last(values):
    return sorted(values)


def total(values):
    return sorted(values)


def count(values):
    return sorted(values)


def share(values):
    return sorted(values)


def rank(values):
    return sorted(values)


def scaled(values):
    return sorted(values)


def shifted(values):
    return sorted(values)


def squared(values):
    return sorted(values)


def smoothed(values):
    return sorted(values)


def trimmed(values):
    def inner(value):
        return _clamp(value)

    return [inner(value) for value in values]


def weighted(values):
    return sorted(values)


def _clamp(value):
    return max(0.0, value)
