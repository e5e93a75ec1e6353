"""Bad habits of our sentences, each with what to write instead.

A pattern is looked for in every sentence of the catalogues and in every template that
all games share; see `test_habits.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habit:
    """What not to write, as a pattern, and what is better."""

    pattern: str
    better: str


HABITS: dict[str, tuple[Habit, ...]] = {
    "en": (
        Habit(r"\b(?:by|to|from|with|of|than|for) who\b", "anyone who, the player who"),
        Habit(r"\bwho(?:m|so)?ever\b", "anyone who, the player who"),
        Habit(r"\bw(?:as|ere) to (?!the\b)\w+", "say what is wrong and what to do"),
        Habit(
            r"\bwas (?:entered|chosen|named|sent|written), but\b", "say what is wrong"
        ),
        Habit(r"\bwas asked for\b", "say what is wrong"),
        Habit(r"\bis none\b|\bis no(?! longer| trump)\b", "isn’t a …"),
        Habit(r"\bha(?:s|ve) (?:it )?no more\b|\bhas not the\b", "doesn’t have"),
        Habit(r"\bha(?:s|ve)n’t(?: any)?$", "doesn’t have"),
        Habit(r"\banew\b", "again"),
        Habit(
            r"\bby now\b|\bas it is now\b|\bof late\b|\bjust now\b", "now, or nothing"
        ),
        Habit(r"\bat all\b(?! tables)", "leave it out"),
        Habit(r"\bsuch\b(?! as)", "name the thing"),
        Habit(r"\b(?:Tap|called|was|were|is|are) so\b(?! far)", "name the thing"),
        Habit(r"\bso many\b", "the number"),
        Habit(r"\b(?:was|settled?|it) otherwise\b", "different, another way"),
        Habit(r"\b(?:what|this|then) holds\b", "what counts"),
        Habit(r"\bstands? (?:among|here|with its|as (?:entered|shown)|so)\b", "is"),
        Habit(r"\btak(?:e|es|en|ing) (?:it |them )?in\b", "import"),
        Habit(r"\bput(?:s|ting)? (?:\w+ ){0,3}right\b", "correct"),
        Habit(r"\bthrow(?:n|s)?(?: \w+)* in\b", "redeal"),
        Habit(r"\bcarr(?:y|ied|ies)(?: \w+)* in\b", "start from a paper score"),
        Habit(r"\bTake along\b|\bPut (?:it )?out of sight\b", "Export, Hide"),
        Habit(r"\ball the same\b", "anyway"),
        Habit(r"\bfor all to see\b", "for everyone"),
        Habit(r"\bcounts? for nothing\b", "doesn’t count"),
        Habit(r"\bHalf typed\b", "You started this here"),
        Habit(r"\bwaits? for your word\b", "Please confirm"),
        Habit(r"\bis used up\b|\bgone stale\b", "no longer works, is out of date"),
        Habit(r"\bthe say over\b|\bwhat this phone can$", "say it with a verb"),
        Habit(r"^Not (?:this way|from here|just now)$", "say what can’t be done"),
        Habit(r"[^.?!]*;[^.?!]*;", "two sentences"),
    ),
    "de": (
        Habit(r"\bEntscheid(?:s|e)?\b", "Entscheidung"),
        Habit(r"\bsollten? (?:\S+ ){0,8}(?:werden|gehen|kommen)\b", "sagen, was fehlt"),
        Habit(r"\bwurden? (?:eingegeben|gewählt|verlangt), ", "sagen, was falsch ist"),
        Habit(r"\bJene[mnrs]?\b|\bjene[mnrs]?\b", "diese, dessen"),
        Habit(r"\bsolche[mnrs]?\b", "die Sache nennen"),
        Habit(r"\bTelefone?\b", "Handy"),
        Habit(r"\bSchirm\b", "Bildschirm"),
        Habit(r"\bZettel\b", "Blatt"),
        Habit(r"\bsagt an\b|\bBuch von\b", "reizt, Grundstiche"),
        Habit(r"\bGefahr: niemand\b", "Gefahr: keine"),
        Habit(r"\bDenomination\b", "Faktor"),
        Habit(r"\bhat das Haus\b|\bdas Wort darüber\b", "verwalten, bestimmen"),
        Habit(r"\bso Bescheid geben\b|\bheimholen\b", "in einfachen Worten"),
        Habit(
            r"[.:!?] (?!Sie (?:ist|sind|hat|muss|wird|bleib|kommen|s))Sie \w+en\b", "du"
        ),
        Habit(
            r"(?:^|[.:;] )(?:Eine[ns]?|Erst|Dort|Ihn|Es|Die|Das|Den|Dann)"
            r"(?: [^\s.,]+){0,5} (?:wählen|eingeben|antippen|nehmen|lassen|streichen"
            r"|berichtigen|öffnen|speichern|fragen|ansehen|unterschreiben)\.$",
            "du oder ihr: Wähle …, Gib … ein",
        ),
    ),
}
