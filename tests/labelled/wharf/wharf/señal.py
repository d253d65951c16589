"""Señales de muelle: ¿qué bandera?"""

BANDERAS = {"ñ": "niño", "ü": "pingüino"}


def señal(letra: str) -> str:
    return BANDERAS[letra]
