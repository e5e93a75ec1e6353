"""Sentences that no test reaches, each with the reason: `./prove sentences` allows these
and no others, and wants one taken out as soon as something says it."""

FILE = "only a file that brings more than the table has leads to it"
LABEL = "the label of a field whose page has words of its own"
UNWALKED = {
    "This evening has moved to a server. This phone takes no more entries.": (
        "the pocket, while an evening that left is on a server"
    ),
    "by the rules of version %(edition)s": "a ruling of another release",
    "refused.arbiters-word": "a side strikes what the arbiter decided apart from a deal",
    "sheet.row": "a row that an entry names and a correction took away",
    "watch.breach.held": "a breach that a drawn card proves",
    "rulings.takes-back": "a ruling takes an entry back and puts none in its place",
    "moving.refused.not-here": FILE,
    "moving.refused.not-agreed": FILE,
    "verify.no-result": "a sheet without results whose pages were changed",
    "record.denied.nothing-fits": "every answer that is left was denied",
    "record.denied.won-none": "a deal of which no trick was won",
    "record.denied.was-shown": "a face-down card that was shown",
    "bridge.form.hidden-suit": LABEL,
    "bridge.form.hidden-rank": LABEL,
    "bridge.form.joker-suit": LABEL,
    "rulings.wants": "one side would settle a ruling by a remedy, the other hasn’t said",
}
MOST = 16
"""How many there may be."""

OLDER = "logs of older releases hold it"
KEPT = {
    **{
        f"bridge.ruling.{name}": OLDER
        for name in ("wrong-defender", "fifth-led", "together-late")
    },
    "bridge.otherwise.by-hand": "for a deal that is in no log any more: none is now",
    "obligation.penalty-card.several": (
        "no ruling of a game without a law book lays two cards at once"
    ),
    "event.phone-is-not.host": "only a file can hold it",
    "berzerka.wanted.done": "no hand waits for anything after its end",
    **{
        f"party.{seat}": "a large table's column before anybody is named"
        for seat in range(6, 13)
    },
}
"""Sentences for what no page and no ruling of this release says."""
