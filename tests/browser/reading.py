"""What can't be read on a page."""

from playwright.sync_api import Page

from tests.browser.conftest import (
    Screen,
)
from tests.browser.opening import open_table
from tests.conftest import LiveServer

NAMES = ("Maximiliane", "Konstantin", "Priya", "Bartholomew", "Jo")
OVERLAPS = """() => {
  const at = '#page a, #page button, #page input:not([type=hidden]), #page select';
  const over = '.status, .act, .strip, .calls, .vh, label'; // what lies over the page by intent
  const boxes = [...document.querySelectorAll(at)]
    .filter(one => one.checkVisibility() && !one.closest(over))
    .map(one => [one, one.getBoundingClientRect()]);
  const cross = (a, b) => a.left < b.right - 2 && b.left < a.right - 2
    && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return boxes.flatMap(([one, a]) => boxes
    .filter(([two, b]) => one !== two && !one.contains(two) && !two.contains(one) && cross(a, b))
    .map(([two]) => `${one.outerHTML.slice(0, 90)} / ${two.outerHTML.slice(0, 90)}`)).slice(0, 3);
}"""
"""Pairs of what can be tapped, of which one lies over the other."""
BROKEN = """() => [...document.querySelectorAll('button, .btn, .seg .t:not(.nm), .pick .t')]
  .filter(one => one.checkVisibility() && !one.closest('.vh'))
  .flatMap(one => {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), found = [];
    for (let node; node = walk.nextNode();)
      for (const word of node.data.matchAll(/[^\\s\\u2060\\u00ad-]{2,}/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
        if (lines.size > 1) found.push(`${word[0]} is broken in ${one.outerHTML.slice(0, 60)}`);
      }
    return found;
  })"""
"""The words on what can be tapped that go on in another line without a hyphen."""
UNDRAWN = """() => {
  const isShown = (one) => {
    for (let at = one; at; at = at.parentElement) {
      if (getComputedStyle(at).display === 'none') return false;
      const drawer = at.parentElement?.closest('details:not([open])');
      if (drawer && !drawer.querySelector('summary').contains(at)) return false;
    }
    return true;
  };
  const at = '#page :is(label, button, summary, legend, a, .t, input:not([type=hidden]))';
  return [...document.querySelectorAll(at)]
    .filter(one => isShown(one) && !one.getClientRects().length)
    .map(one => one.outerHTML.slice(0, 90));
}"""
"""What ought to be drawn and has no place on the screen."""
TORN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node; node = walk.nextNode();) {
    const one = node.parentElement;
    if (!one.checkVisibility() || one.closest('.vh, .nm, .url, b.long')) continue;
    for (const word of node.data.matchAll(/\\p{L}{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(`${word[0]} is broken in ${one.outerHTML.slice(0, 60)}`);
    }
  }
  return found;
}"""
"""The words of a page that go on in another line. A long name may: it is shown whole."""
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, select')]
  .filter(one => one.checkVisibility() && !one.closest('.vh'))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => Math.min(box.width, box.height) < 24)
  .map(([one, box]) => `${Math.round(box.width)} × ${Math.round(box.height)} px: `
    + one.outerHTML.slice(0, 90))"""
"""What can be tapped and is narrower or lower than 24 px, within a sentence too."""
COVERED = """() => {
  const over = '.status, .act, .strip, .calls, .vh, .sprite'; // lies over the page by intent
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), lines = [];
  for (let node; node = walk.nextNode();) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility() || one.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let { left, right, top, bottom } = box;
      for (let up = one; up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.overflow === 'visible' || style.display === 'inline') continue;
        const edge = up.getBoundingClientRect();
        left = Math.max(left, edge.left); right = Math.min(right, edge.right);
        top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom);
      }
      const trim = (bottom - top) / 5; // what lies above and below the letters
      if (right - left > 2 && bottom - top > 4)
        lines.push({ node, one, left, right, top: top + trim, bottom: bottom - trim });
    }
  }
  const found = [];
  lines.forEach((a, i) => lines.slice(i + 1).forEach(b => {
    const layer = (side) => side.one.closest(over);
    if (a.node !== b.node && layer(a) === layer(b)
      && a.left < b.right - 2 && b.left < a.right - 2
      && a.top < b.bottom - 2 && b.top < a.bottom - 2)
      found.push(`"${a.node.data.trim().slice(0, 40)}" covers `
        + `"${b.node.data.trim().slice(0, 40)}" in ${a.one.outerHTML.slice(0, 60)}`);
  }));
  return found.slice(0, 4);
}"""
"""Words that lie over other words. Those in a layer by intent are compared within it."""
TALL = Screen("tall", 360, 4000)
"""A whole page at once: what is stuck to the edge of a screen hides nothing that is
looked at."""


def opened(
    page: Page, server: LiveServer, slug: str, names: tuple[str, ...] = NAMES
) -> str:
    """A table of this game with long names; answers its address."""
    page.goto(f"{server.url}/new/{slug}")
    fields = page.locator("input[name^=seat]")
    for number in range(min(fields.count(), len(names))):
        fields.nth(number).fill(names[number])
    open_table(page)
    return page.url
