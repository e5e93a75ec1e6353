"""What of nights is in no log: whose phone is whose, and which tables stay out of the
lists while their night goes on."""

from collections.abc import Iterable, Mapping

from scorekeeper.store.database import Database, Db, put_rows

_GOES_ON = "until_day >= substr(CURRENT_TIMESTAMP || '', 1, 10)"
"""As the view of what is listed has it."""


class Nights:
    """The nights of several tables in a database."""

    def __init__(self, database: Database) -> None:
        self._rows = database.rows
        self._run = database.run
        self.in_transaction = database.in_transaction

    def phones(self, night: str) -> Mapping[int, str]:
        sql = "SELECT person, phone FROM night_phones WHERE session_id = ?"
        return dict(self._rows(sql, [night]))

    def claim(self, night: str, person: int, phone: str, at: str) -> bool:
        """This phone is that of a person. False = another phone is."""
        put = "INSERT INTO night_phones VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"

        def work(_db: Db) -> bool:
            self._run(put, [night, person, phone, at])
            return self.phones(night).get(person) == phone

        return self.in_transaction(work, night)

    def release(self, night: str, person: int) -> None:
        """Take the place of this person from the phone that has it, so that another
        phone can take it."""
        sql = "DELETE FROM night_phones WHERE session_id = ? AND person = ?"
        self._run(sql, [night, person])

    def keep_out(self, night: str, tables: Iterable[str], until: str) -> None:
        """Keep these tables out of the lists until the night is over, or this day has
        passed: the night may be abandoned."""
        rows = [(table, night, until) for table in tables]
        self.in_transaction(
            lambda db: put_rows(db, "night_tables", rows, "ON CONFLICT DO NOTHING")
        )

    def show(self, tables: Iterable[str]) -> None:
        """Let these tables stand in the lists: the night is over."""
        for table in tables:
            self._run("DELETE FROM night_tables WHERE session_id = ?", [table])

    def is_kept_out(self, table: str) -> bool:
        sql = f"SELECT 1 FROM night_tables WHERE session_id = ? AND {_GOES_ON}"  # noqa: S608
        return bool(self._rows(sql, [table]))

    def over(self, limit: int, phone: str | None = None) -> list[str]:
        """The nights that are over, the last first: of everybody, or those at which this
        phone is."""
        sql = (
            "SELECT session_id FROM session_index WHERE game = 'night' AND is_over = 1"
        )
        if phone is not None:
            sql += " AND session_id IN (SELECT session_id FROM places WHERE phone = ?)"
        sql += " ORDER BY last_at DESC LIMIT ?"
        asked = [limit] if phone is None else [phone, limit]
        return [session_id for (session_id,) in self._rows(sql, asked)]

    def of_phone(self, phone: str, limit: int) -> list[str]:
        sql = (
            "SELECT DISTINCT n, session_id FROM session_index JOIN places"
            " USING (session_id) WHERE game = 'night' AND phone = ?"
            " ORDER BY n DESC LIMIT ?"
        )
        return [session_id for _, session_id in self._rows(sql, [phone, limit])]
