"""The scoresheet on paper: an HTML page of the sheet, printed by WeasyPrint.

    page.py     a session as the HTML of its printed sheet, with its suits and codes
    render.py   HTML as a PDF, in a process of its own; the only module that knows WeasyPrint
    imprint.py  what a PDF says about its own printing, so that it can be printed again
    tagged.py   what PDF/UA wants of its tags beyond what WeasyPrint writes
    cache.py    PDFs kept by what they show, and made ahead

The bytes depend on the log, the paper, the language and the edition of what prints them, and on
nothing else: the date of the document is that of the last entry, its times are those of the zone
that the log was opened in (UTC where it has none), its identifier is a hash of what it says.
"""
