"""What leaves a table: the CSV of its lines and the session file."""

from flask import Blueprint

blueprint = Blueprint("exports", __name__, url_prefix="/t/<session_id>")
