"""Where the files lie: in a checkout beside the package, in an installed wheel inside it."""

import os
import secrets
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
KEY_BYTES = 32


def is_checkout() -> bool:
    """Tell whether this package runs from the project's own folder."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def templates_folder() -> Path:
    """Answer the folder of the HTML templates that all games share."""
    return CHECKOUT / "templates" if is_checkout() else PACKAGE / "_templates"


def template_loader() -> BaseLoader:
    """Finds a shared template by its path, a game's own by "games/<family>/<name>.html"."""
    own = PACKAGE.glob("games/*/templates")
    families = PrefixLoader({folder.parent.name: FileSystemLoader(folder) for folder in own})
    return ChoiceLoader([FileSystemLoader(templates_folder()), PrefixLoader({"games": families})])


def static_folder() -> Path:
    """Answer the folder of style, scripts and fonts."""
    return CHECKOUT / "static" if is_checkout() else PACKAGE / "_static"


def instance_folder() -> Path:
    """Answer the folder of the database and the secret key, without making it.

    $SCOREKEEPER_INSTANCE where that is set, else the checkout's instance/, else a folder of
    this user's.
    """
    chosen = os.environ.get("SCOREKEEPER_INSTANCE")
    if chosen:
        return Path(chosen).expanduser().resolve()
    if is_checkout():
        return CHECKOUT / "instance"
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "scorekeeper"


def secret_key(instance: Path) -> bytes:
    """Read the key that signs the cookies; make it, readable by its owner only, if there is none.

    Two starts at once get the same key: it is linked into place whole, and the first link stays.
    """
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = instance / "secret_key"
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise ValueError(
            f"{path} holds {len(key)} bytes; a key has {KEY_BYTES}. "
            "Delete it: a new one is made, and every phone joins again."
        )
    return key


def _make_key(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another start was first: its key counts
    finally:
        draft.unlink()
