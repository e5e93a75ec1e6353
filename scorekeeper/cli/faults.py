"""What the operating system refused, in a sentence that says what would do."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from scorekeeper.core.errors import Unusable
from scorekeeper.places import HAS_OTHERS, instance_folder
from scorekeeper.store import ADDRESS, database_of

_NOT_ALLOWED = (errno.EACCES, errno.EPERM)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_WRONG = {
    errno.EROFS: "is on a disk that can only be read",
    errno.ENOTDIR: "is a file, and a folder is needed there",
    errno.EEXIST: "is a file, and a folder is needed there",
    errno.EISDIR: "is a folder, and a file is needed there",
}


def said_of(fault: OSError | Unusable) -> str:
    if not isinstance(fault, OSError):
        return str(fault)
    if fault.errno in _NO_ROOM:
        where = f" of {fault.filename}" if fault.filename else ""
        return f"The disk{where} is full. Make room on it, and start again."
    if not fault.filename:
        return f"The system refused it: {fault.strerror or fault}."
    path = Path(os.fsdecode(fault.filename))
    if fault.errno in _NOT_ALLOWED:
        return _not_allowed(path)
    wrong = _WRONG.get(fault.errno or 0, f"can't be used ({fault.strerror})")
    return f"{path} {wrong}. {_elsewhere(path)}"


# Names the file or folder that is closed, which may be one above it, and whose it is.
def _not_allowed(path: Path) -> str:
    closed = next(place for place in (path, *path.parents) if _is_seen(place))
    if not HAS_OTHERS:
        return f"You may not use {closed}. {_elsewhere(path)}"
    uid = closed.stat().st_uid
    if uid == os.geteuid():
        return (
            f"{closed} is closed even to you, its owner. Open it: chmod u+rwX {closed}"
        )
    owner = _name_of(uid)
    way = f"Start this as {owner}" if owner != "root" else "Start this with sudo"
    elsewhere = _elsewhere(path).rstrip(".")
    return (
        f"{closed} belongs to {owner}, and you may not use it. {way}, or "
        f"{_lower(elsewhere)}."
    )


def _is_seen(path: Path) -> bool:
    with suppress(OSError):
        path.stat()
        return True
    return False


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _name_of(uid: int) -> str:
    with suppress(ImportError, KeyError):
        import pwd  # not on every system

        return pwd.getpwuid(uid).pw_name
    return f"the user with number {uid}"


def _elsewhere(path: Path) -> str:
    instance = instance_folder()
    database = database_of(instance)
    if path in (instance, *instance.parents) or instance in path.parents:
        return "Name another folder in SCOREKEEPER_INSTANCE."
    if isinstance(database, Path) and path in (database, *database.parents):
        return f"Name another file in {ADDRESS}."
    return "Name another place."
