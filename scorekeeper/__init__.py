"""Scorekeeper: scores and rulings at the card table."""

from flask import Flask


def create_app() -> Flask:
    """Make the web application."""
    app = Flask(__name__)

    @app.get("/")
    def home() -> str:
        return "<!doctype html><html lang=en><title>Scorekeeper</title><h1>Scorekeeper</h1></html>"

    return app
