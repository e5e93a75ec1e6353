"""A long session costs what a short one does: counted in calls, which no machine
disturbs."""

from pathlib import Path

from tests.proof.soak import soaked


def test_a_deal_and_its_page_cost_the_same_after_an_evening_and_after_five(
    tmp_path: Path,
) -> None:
    early, late = soaked(tmp_path, (100, 500))
    assert late.entering_calls < 1.2 * early.entering_calls
    assert late.drawing_calls < 1.2 * early.drawing_calls
