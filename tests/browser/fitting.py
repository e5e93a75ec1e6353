"""Whether a page fits a phone."""

from playwright.sync_api import Page


def fits(page: Page) -> None:
    """All that is asked of a deal stands above the button, with nothing scrolled."""
    top = page.locator(".act").bounding_box()
    for name in ("level", "denomination", "doubling", "declarer", "tricks"):
        for cell in page.locator(f'label:not(.anew) > [name="{name}"]').all():
            box = cell.bounding_box()
            assert box is not None and top is not None
            assert box["y"] + box["height"] <= top["y"], name
            assert min(box["width"], box["height"]) >= 43.9, name
    assert page.evaluate("scrollY") == 0
