"""Seats for those who wait."""


class Stool:
    legs = 3
