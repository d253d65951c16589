"""The books, in order."""

import abc
import bisect
import calendar
import copy
import datetime
import decimal
import fractions
import heapq
import itertools
import math
import operator
import statistics


def open_book(): return {}
def close_book(book): book.clear()
def add(book, key, sum_): book[key] = sum_
def drop(book, key): book.pop(key)
def rename(book, old, new): book[new] = book.pop(old)
def total(book): return sum(book.values())
def mean(book): return statistics.mean(book.values())
def median(book): return statistics.median(book.values())
def largest(book): return heapq.nlargest(1, book.values())
def smallest(book): return heapq.nsmallest(1, book.values())
def ordered(book): return sorted(book)
def reversed_(book): return sorted(book, reverse=True)
def pairs(book): return itertools.pairwise(book)
def whole(book): return math.floor(total(book))
def exact(book): return fractions.Fraction(total(book))
def tens(book): return decimal.Decimal(total(book))
def today(): return datetime.date.today()
def days(year, month): return calendar.monthrange(year, month)[1]
def place(book, key): return bisect.bisect(ordered(book), key)
def doubled(book): return copy.deepcopy(book)
def merged(one, other): return one | other
def by_sum(book): return sorted(book.items(), key=operator.itemgetter(1))
