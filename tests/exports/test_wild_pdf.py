"""PDFs that are not what they say: refused in words, whatever is wrong with them."""

import pypdf
import pytest

from scorekeeper.exports.verify import verify_sheet


@pytest.mark.parametrize(
    "fault",
    [NotImplementedError("no such filter"), OverflowError("large"), AssertionError()],
)
def test_whatever_reading_raises_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(_file: object) -> object:
        raise fault

    monkeypatch.setattr(pypdf, "PdfReader", broken)
    verdict = verify_sheet(b"%PDF-1.7")
    assert not verdict.holds and verdict.session is None
