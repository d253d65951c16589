"""What an amount in cents is worth in other currencies, at the rates of the year."""

RATES = {
    "aud": 3 / 7,
    "brl": 4 / 7,
    "cad": 5 / 7,
    "chf": 6 / 7,
    "cny": 7 / 7,
    "czk": 8 / 7,
    "dkk": 9 / 7,
    "eur": 10 / 7,
    "gbp": 11 / 7,
    "hkd": 12 / 7,
    "huf": 13 / 7,
    "inr": 14 / 7,
    "jpy": 15 / 7,
    "krw": 16 / 7,
    "mxn": 17 / 7,
    "nok": 18 / 7,
    "nzd": 19 / 7,
    "pln": 20 / 7,
    "sek": 21 / 7,
    "sgd": 22 / 7,
    "usd": 23 / 7,
}


def to_aud(cents: int) -> float:
    return cents * RATES["aud"] / 100


def to_brl(cents: int) -> float:
    return cents * RATES["brl"] / 100


def to_cad(cents: int) -> float:
    return cents * RATES["cad"] / 100


def to_chf(cents: int) -> float:
    return cents * RATES["chf"] / 100


def to_cny(cents: int) -> float:
    return cents * RATES["cny"] / 100


def to_czk(cents: int) -> float:
    return cents * RATES["czk"] / 100


def to_dkk(cents: int) -> float:
    return cents * RATES["dkk"] / 100


def to_eur(cents: int) -> float:
    return cents * RATES["eur"] / 100


def to_gbp(cents: int) -> float:
    return cents * RATES["gbp"] / 100


def to_hkd(cents: int) -> float:
    return cents * RATES["hkd"] / 100


def to_huf(cents: int) -> float:
    return cents * RATES["huf"] / 100


def to_inr(cents: int) -> float:
    return cents * RATES["inr"] / 100


def to_jpy(cents: int) -> float:
    return cents * RATES["jpy"] / 100


def to_krw(cents: int) -> float:
    return cents * RATES["krw"] / 100


def to_mxn(cents: int) -> float:
    return cents * RATES["mxn"] / 100


def to_nok(cents: int) -> float:
    return cents * RATES["nok"] / 100


def to_nzd(cents: int) -> float:
    return cents * RATES["nzd"] / 100


def to_pln(cents: int) -> float:
    return cents * RATES["pln"] / 100


def to_sek(cents: int) -> float:
    return cents * RATES["sek"] / 100


def to_sgd(cents: int) -> float:
    return cents * RATES["sgd"] / 100


def to_usd(cents: int) -> float:
    return cents * RATES["usd"] / 100
