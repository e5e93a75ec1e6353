"""The bidding box: the auction so far, and every call that can be made now."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.core.session import Event, Folded
from scorekeeper.games.bridge.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    calls_now,
    why_not,
)
from scorekeeper.games.bridge.contract import Tariff
from scorekeeper.games.bridge.events import CallMade
from scorekeeper.games.bridge.forms.fields import CALL_BY_CALL, BridgeForm, last_deal, said
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import label

ROWS = 5
"""How many levels the box shows at once; higher ones unfold."""

ONE_TAP = "one"
"""The value of the phone's "taps" preference under which a bid is made by its first tap."""


class AuctionForm(BridgeForm):
    """The next call.

    The page's address may hold `call`, a call tapped and not yet confirmed, and `why`, one whose
    reason is asked for; it works without scripts. `taps` is this phone's preference.
    """

    NAME = CALL_BY_CALL
    STATES = (CallMade,)
    ALONE = (CallMade,)
    call = StringField(label("bridge.form.call"))

    def validate_call(self, field: Any) -> None:
        """Refuse what is no call at all; whether it can be made is for the rules to say."""
        if not field.data:
            raise ValidationError(said("bridge.form.no-call"))
        if _parsed(field.data) is None:
            raise ValidationError(said("bridge.form.not-a-call", entered=field.data))

    def facts(self) -> tuple[Event, ...]:
        """The call."""
        return (CallMade(Call.parse(self.call.data or "")),)

    def acts(self) -> Seat:
        """The player whose call it is."""
        return self.deal.auction.turn

    def view(self) -> Mapping[str, Any]:
        """The auction table, the box, and the call that waits for its second tap."""
        auction, tariff = self.deal.auction, tariff_of(self.settings, False)
        chosen = self._chosen(auction, tariff)
        levels = self._levels(auction, tariff)
        return {
            **super().view(),
            "heads": [_head(auction.caller(n), self.people) for n in range(len(COMPASS))],
            "rows": _rows(auction, chosen),
            "turn": auction.turn,
            "question": message("bridge.turn.call", seat=auction.turn),
            "person": self.people.get(auction.turn.value),
            "over": _over(auction),
            "next": left_of(auction.turn, COMPASS),
            "chosen": chosen,
            "change_url": self._url(),
            "chosen_url": self._url(call=str(chosen)),
            "why": self._why(auction, tariff),
            "wide": len(tariff.denominations) > ROWS,
            "box": levels[:ROWS],
            "higher": levels[ROWS:],
            "higher_levels": [row[0]["level"] for row in levels[ROWS:]],
            "others": [self._button(call, auction, tariff) for call in (PASS, DOUBLE, REDOUBLE)],
            "two_taps": self.asked.get("taps") != ONE_TAP,
            "back": last_call(self.folded),
            "last": None if self.deal.calls else last_deal(self.table),
        }

    def _chosen(self, auction: Auction, tariff: Tariff) -> Call | None:
        """The legal call that was tapped once."""
        call = _parsed(self.asked.get("call", ""))
        if call is None or self.is_sent or why_not(auction, call, tariff):
            return None
        return call

    def _why(self, auction: Auction, tariff: Tariff) -> Message | None:
        """The reason that was asked for; also why a call in the address can't be confirmed."""
        call = _parsed(self.asked.get("why") or self.asked.get("call", ""))
        if call is None or self.is_sent:
            return None
        return why_not(auction, call, tariff)

    def _levels(self, auction: Auction, tariff: Tariff) -> list[list[dict[str, Any]]]:
        """The bids, level by level from the lowest with a legal one, a column a denomination."""
        bids = [call for call, _ in calls_now(auction, tariff) if call.kind is CallKind.BID]
        buttons = {
            (call.level, call.denomination): self._button(call, auction, tariff) for call in bids
        }
        rows = [
            [buttons.get((level, one), {"level": str(level)}) for one in tariff.denominations]
            for level in range(bids[0].level, tariff.top_level + 1)
        ]
        return [row for row in rows if any(button.get("is_legal") for button in row)]

    def _button(self, call: Call, auction: Auction, tariff: Tariff) -> dict[str, Any]:
        is_legal = why_not(auction, call, tariff) is None
        return {
            "call": str(call),
            "shown": call,
            "level": str(call.level),
            "denomination": call.denomination,
            "is_legal": is_legal,
            "is_pass": call == PASS,
            "url": self._url(**{"call" if is_legal else "why": str(call)}),
        }

    def _url(self, **more: str) -> str:
        """This page's address with something more, or without."""
        kept: dict[str, str] = {
            name: self.asked[name] for name in ("form", "before") if name in self.asked
        }
        return "?" + urlencode(kept | more)


def last_call(folded: Folded) -> dict[str, Any] | None:
    """The call that can be taken back: the last entry of all."""
    last = folded.order[-1] if folded.order else None
    if last is None or not isinstance(last.event, CallMade):
        return None
    return {"seq": last.seq, "call": last.event.call}


def auction_rows(auction: Auction) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
    """The auction as a table to read: its heads, and its rows of cells."""
    return [_head(auction.caller(n), {}) for n in range(len(COMPASS))], _rows(auction, None)


def _parsed(text: str) -> Call | None:
    try:
        return Call.parse(text)
    except ValueError:
        return None


def _head(seat: Seat, people: Mapping[str, str]) -> dict[str, Any]:
    return {"seat": seat, "person": people.get(seat.value)}


def _rows(auction: Auction, chosen: Call | None) -> list[list[dict[str, Any]]]:
    """The calls in rows of four from the dealer, then the cell that is to be filled."""
    cells: list[dict[str, Any]] = [
        {"css": "pass" if call == PASS else "", "call": call} for call in auction.calls
    ]
    if not auction.is_over:
        cells.append({"css": "now", "call": chosen})
    blank: dict[str, Any] = {"css": "", "call": None}
    cells += [blank] * (-len(cells) % len(COMPASS))
    return [cells[n : n + len(COMPASS)] for n in range(0, len(cells), len(COMPASS))]


def _over(auction: Auction) -> dict[str, Any] | None:
    """The last bid and who made it."""
    if auction.bid is None:
        return None
    return {"call": auction.calls[auction.bid], "seat": auction.caller(auction.bid)}
