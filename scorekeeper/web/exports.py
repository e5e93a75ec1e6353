"""What leaves a table: the CSV of its lines and the session file."""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scorekeeper.exports import session_file as files
from scorekeeper.exports import sheet_csv as sheets
from scorekeeper.web.pages import words
from scorekeeper.web.tables import Table, tables

blueprint = Blueprint("exports", __name__, url_prefix="/t/<session_id>")
