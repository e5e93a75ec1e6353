"""Every line of a contract's score is said in words, whatever was bid and taken."""

from itertools import product

import pytest

from scorekeeper.games.bridge.calculator import settings_for
from scorekeeper.games.bridge.contract import Contract, Doubling, bids, score
from scorekeeper.games.bridge.rules import Scoring, Variation
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.words import words_in


@pytest.mark.parametrize("variation", Variation)
@pytest.mark.parametrize("scoring", [Scoring.RUBBER, Scoring.DUPLICATE])
def test_every_line_is_a_sentence(variation: Variation, scoring: Scoring) -> None:
    words = words_in("en")
    tariff = tariff_of(settings_for(variation, scoring), False)
    for bid, doubling, tricks in product(
        bids(tariff), Doubling, range(tariff.tricks + 1)
    ):
        assert bid.denomination is not None
        contract = Contract(bid.level, bid.denomination, doubling)
        for line in score(contract, tricks, tariff):
            said = words.text(line.what)
            assert "bridge." not in said, (str(contract), tricks, said)
            assert "%(" not in said, (str(contract), tricks, said)
