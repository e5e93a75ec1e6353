"""What a table of Hearts is asked and shown, and what it may say in one line."""

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import row_facts
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm, opening
from scorekeeper.games.fields import ask, is_played
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.hearts import play
from scorekeeper.games.hearts.events import HEARTS, HandCounted
from scorekeeper.games.hearts.play import ROUNDS, Game, Hand, State
from scorekeeper.games.hearts.rules import Settings
from scorekeeper.games.tricks import listed_numbers


class CountForm(FactForm[State]):
    """Who captured what. Hearts that were left open follow from the others."""

    RULES = ROUNDS
    RECORDED = play.watched_count
    NAME = "count"
    STATES = ALONE = WHOLE = (HandCounted,)
    hearts = ask(HandCounted, total=HEARTS)
    queen = ask(HandCounted)
    jack = ask(HandCounted, when=is_played("jack"), required=True)
    every_trick = ask(HandCounted, when=is_played("sun"))


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    return opening(state, CountForm)


FLOW: EntryFlow[State] = EntryFlow((CountForm, OverForm), offered)


HEADS = ("hearts.dealer", "hearts.hearts", "hearts.queen", "hearts.jack")


def look(hand: Hand, game: Game, settings: Settings) -> Look:
    count = hand.count
    if count is None:
        return Look(row_facts(HEADS[:1], hand.dealer))
    told = (hand.dealer, listed_numbers(count.hearts), count.queen, count.jack)
    return Look(row_facts(HEADS, *told), what=play.shot(count))


sheet = SheetOf(ROUNDS, HEADS, ("hearts.game", "hearts.hand"), look)


def glance(state: State) -> Glance:
    dealt = message("hearts.where.dealer", dealer=state.round.dealer)
    way = play.passing(ROUNDS.present_tally(state).rounds, state.settings)
    where = (dealt, message(f"hearts.where.pass-{way}"))
    return sheet.glance(state, where, message("hearts.turn"))


def grammar(state: State, people: People) -> line.Grammar:
    phrases = [line.Phrase("hearts.spoken.hearts", line.points_of("hearts"))]
    for name in ("queen", "jack", "moon", "sun"):
        if getattr(state.settings, name, None) is not Whether.NO:
            phrases.append(line.Phrase(f"hearts.spoken.{name}", line.who_has(name)))
    who = line.seats(play.ring(state.settings), people)
    return line.Grammar(tuple(phrases), {"who": who})


def answer(state: State, found: line.Found) -> line.Answer:
    hearts = {name: n for name, n in found.items() if isinstance(n, int)}
    owners = {name: seat for name, seat in found.items() if isinstance(seat, Seat)}
    sun = owners.pop("sun", None)
    moon = owners.pop("moon", sun)
    if moon is not None:
        hearts.setdefault(f"hearts{moon.value}", HEARTS)
        owners.setdefault("queen", moon)
    if sum(hearts.values()) == play.ALL_POINTS:
        _take_queen_out(hearts, owners)
    every_trick = {"every_trick": True} if sun else {}
    is_all = sum(hearts.values()) == HEARTS
    is_counted = is_all or len(hearts) >= state.settings.players - 1
    asked = {"queen", "jack"} if state.settings.jack is Whether.YES else {"queen"}
    is_whole = is_counted and asked <= owners.keys()
    sent = line.sent({**hearts, **owners, **every_trick})
    return line.Answer(CountForm.NAME, sent, is_whole)


def _take_queen_out(hearts: dict[str, int], owners: dict[str, Seat]) -> None:
    """The queen is in the number of 13 or more, where these are points."""
    high = [name for name in hearts if hearts[name] >= play.QUEEN_POINTS]
    if len(high) == 1:
        hearts[high[0]] -= play.QUEEN_POINTS
        owners.setdefault("queen", Seat(high[0].removeprefix("hearts")))


def example(state: State) -> Message:
    return message("hearts.spoken.example", first=Seat.ONE, second=Seat.TWO)


SPOKEN: line.Spoken[State] = line.Spoken((CountForm.NAME,), grammar, answer, example)
