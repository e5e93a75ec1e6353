"""A client of a public server."""

from typing import Any

from flask.testing import FlaskClient

PUBLIC = "https://table.example"


class PublicClient(FlaskClient):
    """A browser that reaches the server as the internet does."""

    def open(self, *args: Any, **settings: Any) -> Any:
        settings.setdefault("base_url", PUBLIC)
        settings["headers"] = {
            "Referer": f"{PUBLIC}/",
            **dict(settings.get("headers") or {}),
        }
        return super().open(*args, **settings)
