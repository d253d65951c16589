from ferry.attestation import attest


def test_attest() -> None:
    assert attest("a") == "A"
