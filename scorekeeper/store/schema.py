"""What the database holds: its tables, as they came one migration after the other."""

from sqlite_utils import Migrations

MIGRATIONS = Migrations("scorekeeper")
KEPT_OF_A_SESSION = (
    "events",
    "private",
    "sealed",
    "places",
    "arrivals",
    "invitations",
    "links_of_hosts",
    "arbiters",
    "unlisted",
    "night_phones",
    "night_tables",
)
"""The tables of what is known of a session and stands nowhere else."""
FROM_THE_LOGS = ("session_index", "people", "outcomes", "outcome_people")
"""The tables that say again what the logs say. No copy takes them over."""
OF_A_SESSION = (*KEPT_OF_A_SESSION, *FROM_THE_LOGS)
"""The tables of what a session has, each after what it refers to."""
_GONE = (
    "summaries",
    "outcome_people",
    "outcomes",
    "outcomes_counted",
    "history",
    "history_people",
    "history_groups",
    "person_words",
    "persons",
)

STEPS = {
    # That the log only grows is a property of the file: whatever program writes to it,
    # SQLite refuses to change, remove or replace an entry, or to put one in that does
    # not follow the last.
    "m001_log_and_summaries": """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL CHECK (json_valid(header)),
    head0 TEXT NOT NULL CHECK (length(head0) = 64),
    opened_at TEXT NOT NULL
) STRICT;
CREATE TABLE events (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    by TEXT,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (json_valid(facts)),
    place INTEGER CHECK (place BETWEEN 1 AND seq - 1),
    note TEXT NOT NULL,
    key TEXT NOT NULL,
    part INTEGER NOT NULL CHECK (part >= 0),
    previous TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    PRIMARY KEY (session_id, seq),
    UNIQUE (session_id, key, part)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER sessions_stay BEFORE UPDATE ON sessions
BEGIN SELECT RAISE(ABORT, 'a session''s header never changes'); END;
CREATE TRIGGER sessions_are_kept BEFORE DELETE ON sessions
BEGIN SELECT RAISE(ABORT, 'a session is never removed'); END;
CREATE TRIGGER sessions_are_new BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM sessions WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'this session is there already'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an entry never changes'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE session_id = NEW.session_id)
    OR NEW.previous <> coalesce(
        (SELECT hash FROM events WHERE session_id = NEW.session_id AND seq = NEW.seq - 1),
        (SELECT head0 FROM sessions WHERE id = NEW.session_id))
    OR EXISTS (SELECT 1 FROM events
        WHERE session_id = NEW.session_id AND key = NEW.key AND part = NEW.part)
BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END;
""",
    # What lies under a seal can be put in and let go, which overwrites it; never
    # exchanged.
    "m002_sealed_things": """
CREATE TABLE private (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    commitment TEXT PRIMARY KEY CHECK (length(commitment) = 64),
    seat TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    salt TEXT NOT NULL CHECK (length(salt) >= 32)
) STRICT;
CREATE TRIGGER sealed_things_stay BEFORE UPDATE ON private
BEGIN SELECT RAISE(ABORT, 'what is sealed never changes'); END;
CREATE TRIGGER sealed_things_are_new BEFORE INSERT ON private
WHEN EXISTS (SELECT 1 FROM private WHERE commitment = NEW.commitment)
BEGIN SELECT RAISE(ABORT, 'this is sealed already'); END;
""",
    # Which phone has which place, by the hash of the reference that it keeps; and
    # invitations, by the hash of their words. A seat has one phone, a table one host
    # and one arbiter.
    "m003_phones": """
CREATE TABLE phones (
    reference TEXT PRIMARY KEY CHECK (length(reference) = 64),
    made_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE places (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    phone TEXT NOT NULL REFERENCES phones (reference) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('host', 'arbiter', 'watcher', 'seat')),
    seat TEXT NOT NULL CHECK ((role = 'seat') = (seat <> '')),
    since TEXT NOT NULL,
    PRIMARY KEY (session_id, phone, role, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_phone_a_place ON places (session_id, role, seat) WHERE role <> 'watcher';
CREATE INDEX places_of_a_phone ON places (phone);
CREATE TABLE invitations (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    session_id TEXT NOT NULL REFERENCES sessions (id),
    purpose TEXT NOT NULL CHECK (purpose IN ('join', 'code', 'watch', 'arbiter', 'move', 'host')),
    seats TEXT NOT NULL,
    salt TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    is_single INTEGER NOT NULL CHECK (is_single IN (0, 1))
) STRICT, WITHOUT ROWID;
""",
    # What is under a seal, in boxes that the phones alone can open; see seals.py. The
    # arbiter's key goes when its place goes, whoever ends that.
    "m006_sealed_boxes": """
CREATE TABLE sealed (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    commitment TEXT PRIMARY KEY CHECK (length(commitment) = 64),
    box BLOB NOT NULL CHECK (length(box) > 1024),
    reader TEXT NOT NULL CHECK (length(reader) IN (0, 64)),
    reader_box BLOB NOT NULL CHECK ((reader = '') = (length(reader_box) = 0))
) STRICT;
CREATE TRIGGER boxes_stay BEFORE UPDATE ON sealed
BEGIN SELECT RAISE(ABORT, 'what is sealed never changes'); END;
CREATE TRIGGER boxes_are_new BEFORE INSERT ON sealed
WHEN EXISTS (SELECT 1 FROM sealed WHERE commitment = NEW.commitment)
BEGIN SELECT RAISE(ABORT, 'this is sealed already'); END;
CREATE TABLE arbiters (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    public_key TEXT NOT NULL CHECK (length(public_key) = 64)
) STRICT;
CREATE TRIGGER arbiters_go AFTER DELETE ON places WHEN OLD.role = 'arbiter'
BEGIN DELETE FROM arbiters WHERE session_id = OLD.session_id; END;
""",
    # A session is deleted with all its entries or not at all: only while its deletion
    # is recorded and not yet closed, which is never undone. All else that the guards
    # above say goes on to hold.
    "m007_shown": """
CREATE TABLE unlisted (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id),
    why TEXT NOT NULL CHECK (why IN ('imported', 'hidden')),
    phone TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deletions (
    n INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL,
    at TEXT NOT NULL,
    by TEXT NOT NULL CHECK (by IN ('host', 'command line')),
    game TEXT NOT NULL,
    entries INTEGER NOT NULL,
    head TEXT NOT NULL,
    is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
) STRICT;
CREATE TRIGGER deletions_stay BEFORE UPDATE ON deletions
WHEN OLD.is_done = 1 OR NEW.is_done = 0 OR (OLD.n, OLD.session_id, OLD.at, OLD.by, OLD.game,
    OLD.entries, OLD.head) IS NOT (NEW.n, NEW.session_id, NEW.at, NEW.by, NEW.game, NEW.entries,
    NEW.head)
    OR EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session_id)
BEGIN SELECT RAISE(ABORT, 'the record of a deletion never changes'); END;
CREATE TRIGGER deletions_are_kept BEFORE DELETE ON deletions
BEGIN SELECT RAISE(ABORT, 'the record of a deletion is never removed'); END;
CREATE TRIGGER deletions_are_true BEFORE INSERT ON deletions
WHEN NEW.is_done = 1 OR EXISTS (SELECT 1 FROM deletions WHERE n = NEW.n)
    OR NEW.head IS NOT coalesce(
        (SELECT hash FROM events WHERE session_id = NEW.session_id ORDER BY seq DESC LIMIT 1),
        (SELECT head0 FROM sessions WHERE id = NEW.session_id))
BEGIN SELECT RAISE(ABORT, 'the record of a deletion says what was there'); END;
DROP TRIGGER sessions_are_kept;
CREATE TRIGGER sessions_are_kept BEFORE DELETE ON sessions
WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE session_id = OLD.id AND is_done = 0)
BEGIN SELECT RAISE(ABORT, 'a session is never removed'); END;
DROP TRIGGER events_are_kept;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE session_id = OLD.session_id AND is_done = 0)
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
""",
    # Under which key which phone opened a table: the same form opens one, and only for
    # that phone. `kept`: the host's phone says that this seat is its own.
    "m008_openings": """
CREATE TABLE openings (
    phone TEXT NOT NULL REFERENCES phones (reference) ON DELETE CASCADE,
    key TEXT NOT NULL,
    session_id TEXT NOT NULL UNIQUE,
    PRIMARY KEY (phone, key)
) STRICT, WITHOUT ROWID;
ALTER TABLE places ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1));
""",
    # What the logs say, so that lists need not read them; it is filled when the store
    # is opened. `n` counts as sessions came; `counted` is how many entries one had when
    # its outcomes were counted. `people` has each name once for each of its words, by
    # whose beginnings names are looked up.
    "m009_index": "".join(f"DROP TABLE IF EXISTS {name};\n" for name in _GONE)  # noqa: S608
    + """
CREATE TABLE session_index (
    n INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    day TEXT NOT NULL,
    last_at TEXT NOT NULL,
    entries INTEGER NOT NULL,
    counted INTEGER,
    is_over INTEGER NOT NULL,
    group_key TEXT NOT NULL DEFAULT '',
    everybody TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(everybody)),
    people TEXT NOT NULL,
    scores TEXT NOT NULL,
    deal TEXT NOT NULL,
    turn TEXT NOT NULL
) STRICT;
CREATE INDEX index_by_time ON session_index (opened_at, session_id);
CREATE INDEX index_by_game ON session_index (game, opened_at, session_id);
CREATE INDEX index_by_group ON session_index (group_key, opened_at, session_id);
CREATE INDEX index_unfinished ON session_index (opened_at, session_id) WHERE is_over = 0;
CREATE INDEX index_by_last_entry ON session_index (last_at, n);
CREATE TABLE people (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    word TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, session_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_session ON people (session_id, word);
CREATE TABLE outcomes (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    sheet_row INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_row TEXT NOT NULL,
    of_column TEXT NOT NULL,
    came TEXT NOT NULL,
    twelfths INTEGER NOT NULL,
    said TEXT NOT NULL CHECK (json_valid(said)),
    PRIMARY KEY (session_id, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome_people (
    who TEXT NOT NULL CHECK (json_valid(who)),
    session_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (who, session_id, n),
    FOREIGN KEY (session_id, n) REFERENCES outcomes (session_id, n) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_people_by_session ON outcome_people (session_id, n);
CREATE VIEW listed AS SELECT * FROM session_index
WHERE session_id NOT IN (SELECT session_id FROM unlisted);
""",
    # The links by which the arbiter moves a seat end with its place.
    "m010_links_of_arbiters": """
ALTER TABLE invitations ADD COLUMN by_arbiter INTEGER NOT NULL DEFAULT 0
    CHECK (by_arbiter IN (0, 1));
CREATE TRIGGER links_of_arbiters_go AFTER DELETE ON places WHEN OLD.role = 'arbiter'
BEGIN DELETE FROM invitations WHERE session_id = OLD.session_id AND by_arbiter = 1; END;
""",
    # The links by which the host moves a seat that another phone has: they give no word
    # for what that phone had settled.
    "m011_links_of_hosts": """
CREATE TABLE links_of_hosts (
    hash TEXT PRIMARY KEY REFERENCES invitations (hash) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES sessions (id)
) STRICT, WITHOUT ROWID;
""",
    # Whose the house is, and since when. A database of an earlier release has those
    # whom its rule names now: the host of the table that was opened here first, of the
    # phones that had their reference within a year, and every host who has sat at a
    # table of one of them. A row stays though its phone is gone: a house that is lost
    # is nobody's.
    "m012_house": """
CREATE TABLE house (
    phone TEXT PRIMARY KEY CHECK (length(phone) = 64),
    since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO house
WITH RECURSIVE today (day) AS (
    SELECT substr(CURRENT_TIMESTAMP || '', 1, 10)
),
named (phone) AS (
    SELECT * FROM (
        SELECT places.phone FROM places JOIN phones ON reference = places.phone
        JOIN sessions AS here ON here.id = places.session_id
        LEFT JOIN openings ON openings.session_id = places.session_id
        CROSS JOIN today
        WHERE role = 'host'
            AND made_at > (CAST(substr(day, 1, 4) AS INTEGER) - 1) || substr(day, 5)
        ORDER BY CASE WHEN openings.session_id IS NULL THEN since ELSE opened_at END, here.id
        LIMIT 1
    ) AS first
    UNION
    SELECT guest.phone FROM named
    JOIN places AS own ON own.phone = named.phone AND own.role = 'host'
    JOIN places AS guest ON guest.session_id = own.session_id AND guest.role = 'seat'
)
SELECT phone, min(since) FROM places
WHERE role = 'host' AND phone IN (SELECT phone FROM named) GROUP BY phone;
CREATE TABLE house_links (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    instead INTEGER NOT NULL CHECK (instead IN (0, 1)),
    expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
""",
    # By which entry which phone came to a seat, 0 where it was there from the start: a
    # phone that left, or plays another seat now, speaks on for what was settled while
    # it was there.
    "m013_arrivals": """
CREATE TABLE arrivals (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    seat TEXT NOT NULL,
    entry INTEGER NOT NULL CHECK (entry >= 0),
    phone TEXT NOT NULL REFERENCES phones (reference) ON DELETE CASCADE,
    PRIMARY KEY (session_id, seat, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX arrivals_of_a_phone ON arrivals (phone);
""",
    # Of nights: whose phone is whose, and the tables that stay out of the lists while
    # their night goes on, until a day in UTC, since a night may be abandoned. A night
    # itself has a page of its own, and stands in no list.
    "m014_nights": """
CREATE TABLE night_phones (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    person INTEGER NOT NULL CHECK (person > 0),
    phone TEXT NOT NULL REFERENCES phones (reference) ON DELETE CASCADE,
    since TEXT NOT NULL,
    PRIMARY KEY (session_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX night_phones_of_a_phone ON night_phones (phone);
CREATE TABLE night_tables (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id),
    night TEXT NOT NULL,
    until_day TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX night_tables_by_day ON night_tables (until_day);
DROP VIEW listed;
CREATE VIEW listed AS SELECT * FROM session_index
WHERE game <> 'night' AND session_id NOT IN (SELECT session_id FROM unlisted)
    AND session_id NOT IN (SELECT session_id FROM night_tables
        WHERE until_day >= substr(CURRENT_TIMESTAMP || '', 1, 10));
""",
    # What a session came to for each who sat at it is counted since then.
    "m015_margins": """
UPDATE session_index SET counted = NULL;
""",
    # The hash of the last entry before the sides were asked to delete a session: a file
    # that was saved then has all of it but for their answers.
    "m016_asked_to_delete": """
ALTER TABLE deletions ADD COLUMN whole TEXT NOT NULL DEFAULT '';
""",
    # A phone asks for a seat of the host's: what it will have to the seat once the host
    # lets it in, which is then an invitation. `salt` says which request it is.
    "m017_seats_asked_for": """
CREATE TABLE asked_for (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    salt TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_for_by_session ON asked_for (session_id);
""",
    # What a session came to is counted as its sheet says it since then.
    "m018_margins_of_the_sheet": """
UPDATE session_index SET counted = NULL;
""",
    # Whence a phone asks for a seat, as a hash: until then the salt began with it.
    "m019_where_seats_are_asked_from": """
ALTER TABLE asked_for ADD COLUMN address TEXT NOT NULL DEFAULT '';
UPDATE asked_for SET address = substr(salt, 1, 22);
""",
    # What a session came to is counted by what its table played since then, where its
    # game doesn't say it.
    "m020_sessions_by_title": """
UPDATE session_index SET counted = NULL;
""",
}
"""The migrations by their names, in SQLite's words. From m010 on they only add:
processes of two releases may use one database side by side.

`postgresql.in_postgresql` translates them, and refuses what it doesn't know. They may
say what both databases understand, and besides: the types INTEGER, TEXT and BLOB;
INTEGER PRIMARY KEY; STRICT and WITHOUT ROWID after a table; CREATE TRIGGER name BEFORE
or AFTER one kind of change ON table, with or without WHEN, whose body is one BEGIN … END
of statements, of which `SELECT RAISE(ABORT, 'words')` refuses; DROP TRIGGER;
`IS NOT` between rows and before a function; a column `by` of OLD and NEW."""

for _name, _sql in STEPS.items():
    MIGRATIONS(name=_name)(lambda db, sql=_sql: db.executescript(sql))
