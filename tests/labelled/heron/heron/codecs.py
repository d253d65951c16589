"""Codecs for what stations send.

Each has a name. The first that fits is taken.
"""

import abc
import base64
import binascii
import codecs
import encodings
import io
import itertools
import locale
import os
import struct
import sys
import unicodedata
import zlib


class Codec:
    name = "codec"


class Utf(Codec):
    name = "utf"


class Ascii(Codec):
    name = "ascii"


class Latin(Codec):
    name = "latin"


class Cyrillic(Codec):
    name = "cyrillic"


class Greek(Codec):
    name = "greek"


class Arabic(Codec):
    name = "arabic"


class Hebrew(Codec):
    name = "hebrew"


class Thai(Codec):
    name = "thai"


class Turkish(Codec):
    name = "turkish"


class Baltic(Codec):
    name = "baltic"


class Nordic(Codec):
    name = "nordic"


class Celtic(Codec):
    name = "celtic"


class Korean(Codec):
    name = "korean"


class Japanese(Codec):
    name = "japanese"


class Chinese(Codec):
    name = "chinese"


class Vietnamese(Codec):
    name = "vietnamese"


class Armenian(Codec):
    name = "armenian"


class Georgian(Codec):
    name = "georgian"


class Cherokee(Codec):
    name = "cherokee"


class Mongol(Codec):
    name = "mongol"


class Tibetan(Codec):
    name = "tibetan"


class Khmer(Codec):
    name = "khmer"


def codec_of(name):
    return {one.name: one for one in Codec.__subclasses__()}[name]


def to_ascii(text):
    return codec_of("ascii"), text


def to_latin(text):
    return codec_of("latin"), text


def to_cyrillic(text):
    return codec_of("cyrillic"), text


def to_greek(text):
    return codec_of("greek"), text


def to_arabic(text):
    return codec_of("arabic"), text


def to_hebrew(text):
    return codec_of("hebrew"), text


def to_thai(text):
    return codec_of("thai"), text


def to_turkish(text):
    return codec_of("turkish"), text


def to_baltic(text):
    return codec_of("baltic"), text


def to_nordic(text):
    return codec_of("nordic"), text


def to_celtic(text):
    return codec_of("celtic"), text


def to_korean(text):
    return codec_of("korean"), text


def to_japanese(text):
    return codec_of("japanese"), text


def to_chinese(text):
    return codec_of("chinese"), text


def to_vietnamese(text):
    return codec_of("vietnamese"), text


def to_armenian(text):
    return codec_of("armenian"), text


def to_georgian(text):
    return codec_of("georgian"), text


def to_cherokee(text):
    return codec_of("cherokee"), text


def to_mongol(text):
    return codec_of("mongol"), text


def to_tibetan(text):
    return codec_of("tibetan"), text


def to_khmer(text):
    return codec_of("khmer"), text


def names():
    return [one.name for one in Codec.__subclasses__()]
