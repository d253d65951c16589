"""Units of measure, "small" and 'large'."""

import math
from os import path as place

from .reading import Reading


def to_kelvin(celsius):
    return Reading(math.fsum([celsius, 273.15]))


def unit_of(file):
    return place.splitext(file)[1]
