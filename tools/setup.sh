# Shared by ./run and ./test: installs what is missing on this computer, asking nothing.
# On Debian and its children, as root or with sudo, that is everything; elsewhere it says what to
# install by hand. Everything else goes into .venv and .tools in this folder.
# shellcheck shell=bash

export UV_PYTHON_DOWNLOADS=never UV_PYTHON_PREFERENCE=only-system PIP_DISABLE_PIP_VERSION_CHECK=1
# A virtual environment that happens to be active is not ours to change.
unset VIRTUAL_ENV UV_PROJECT_ENVIRONMENT PYTHONHOME PYTHONPATH
# Compiled modules are kept: to compile all of them anew costs every start a second.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# debian_install PACKAGE...: fails, without a word, where that can't be done.
debian_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
  say "Installing $* ..."
  if [ -z "${APT_IS_FRESH:-}" ]; then
    as_root apt-get update -qq >&2 || true
    APT_IS_FRESH=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" >/dev/null
}

ASK_PYTHON='import sys; print(sys.executable); sys.exit(sys.version_info < (3, 11))'

find_python() {
  local name found
  for name in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if found=$("$name" -c "$ASK_PYTHON" 2>/dev/null); then
      echo "$found"
      return
    fi
  done
  return 1
}

need_python() {
  PYTHON=$(find_python) && return
  debian_install python3 python3-venv || true
  PYTHON=$(find_python) || die "Scorekeeper needs Python 3.11 or newer. Install it (Debian 12:" \
    "apt install python3 python3-venv; macOS: brew install python) and start again."
}

# An installer on this computer serves if it can read our lock file.
uv_is_fit() { "$1" export --quiet --frozen --no-emit-project --python "$PYTHON" >/dev/null 2>&1; }

fetch_uv() {
  local wanted="--quiet --require-hashes --requirement tools/uv.txt"
  rm -rf .tools
  # shellcheck disable=SC2086
  if "$PYTHON" -m venv .tools >/dev/null 2>&1 && .tools/bin/python -m pip install $wanted >&2; then
    return
  fi
  rm -rf .tools
  # shellcheck disable=SC2086
  "$PYTHON" -m pip install --target .tools $wanted >&2
}

need_uv() {
  for UV in .tools/bin/uv uv; do
    uv_is_fit "$UV" && return
  done
  UV=.tools/bin/uv
  must_be_own .tools
  say "Installing uv into .tools ..."
  # Debian keeps venv in a package of its own.
  "$PYTHON" -c 'import ensurepip' 2>/dev/null || debian_install python3-venv || true
  fetch_uv || die "uv, which installs the Python packages, could not be installed. Install" \
    "python3-venv (Debian: apt install python3-venv) or uv itself, and start again."
}

has_library() { "$PYTHON" -c 'import ctypes, sys; [ctypes.CDLL(n) for n in sys.argv[1:]]' "$@" 2>/dev/null; }

# WeasyPrint draws the PDF sheets with Pango.
has_pango() {
  case "$(uname)" in
    Darwin) [ -e /opt/homebrew/lib/libpango-1.0.dylib ] || [ -e /usr/local/lib/libpango-1.0.dylib ] ;;
    *) has_library libpangoft2-1.0.so.0 libharfbuzz-subset.so.0 ;;
  esac
}

want_pango() {
  has_pango || debian_install libpangoft2-1.0-0 libharfbuzz-subset0 || say \
    "PDF sheets need Pango, which could not be installed; everything else works without it." \
    "(Debian: apt install libpangoft2-1.0-0 libharfbuzz-subset0; Fedora: dnf install pango;" \
    "macOS: brew install pango)"
}

find_chromium() { command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome; }

need_chromium() {
  # Playwright's client brings a node that wants this library of Debian's.
  [ "$(uname)" != Linux ] || has_library libatomic.so.1 || debian_install libatomic1 || true
  find_chromium >/dev/null || debian_install chromium || die "The browser tests need Chromium:" \
    "install it, or name it in CHROMIUM, or leave them out with ./test --fast."
  CHROMIUM=$(find_chromium)
  export CHROMIUM
}

want_firefox() {
  command -v "${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || debian_install firefox-esr \
    || say "No Firefox here: the pocket is not tried in it."
}

# They build the container without a daemon, over a Debian that they make, and read compose.yaml.
want_buildah() {
  local name
  for name in buildah mmdebstrap docker-compose; do
    command -v "$name" >/dev/null || debian_install "$name" || say \
      "No $name here: the container is not built. (Debian: apt install $name)"
  done
}

# The proxy's configuration is tried with Caddy: unpacked, not installed, which would start it.
want_caddy() {
  command -v caddy >/dev/null || [ -x .tools/debian/usr/bin/caddy ] || { command -v apt-get >/dev/null \
    && mkdir -p .tools/debian && (cd .tools/debian && apt-get download -qq caddy && dpkg -x caddy_*.deb .) \
    >/dev/null 2>&1; } || say "No Caddy here: deploy/Caddyfile is not tried."
}

has_postgresql() { command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

# The tests make a server of their own in a temporary folder; Debian's own is not made or started.
want_postgresql() {
  has_postgresql && return
  [ -e /etc/postgresql-common/createcluster.conf ] || { command -v apt-get >/dev/null \
    && as_root mkdir -p /etc/postgresql-common && echo create_main_cluster = false \
    | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null; } 2>/dev/null || true
  debian_install -o Dpkg::Options::=--force-confold postgresql || say \
    "No PostgreSQL here: what several processes share is not tried. (Debian: apt install postgresql)"
}

# must_be_own FOLDER: what another user made here can't be brought up to date, and not by root, who
# would leave files in it that its owner can't change.
must_be_own() {
  if [ -e "$1" ]; then
    [ -O "$1" ] || die "$PWD/$1 belongs to $(owner_of "$1"). Start this as that user, or remove it:" \
      "sudo rm -rf '$PWD/$1'"
  else
    [ -w . ] || die "You may not write to $PWD, which belongs to $(owner_of .). Start this as that" \
      "user, or in a copy of your own."
  fi
}

owner_of() { ls -ld "$1" | awk '{ print $3 }'; }

# Changes whenever what must be installed does, and when this folder is moved or copied.
stamp() { { pwd -P; cat uv.lock pyproject.toml tools/setup.sh; } | cksum; }

is_stamped() {
  local name now
  [ -x .venv/bin/python ] || return 1
  now=$(stamp)
  for name in "$@"; do
    [ "$(cat ".venv/stamp-$name" 2>/dev/null)" = "$now" ] && return
  done
  return 1
}

# prepare run|dev: afterwards .venv/bin/python has what ./run or ./test needs.
prepare() {
  if [ "$1" = run ] && is_stamped run dev; then return; fi
  if [ "$1" = dev ] && is_stamped dev; then return; fi
  must_be_own .venv
  need_python
  need_uv
  want_pango
  say "Installing the Python packages of uv.lock into .venv ..."
  if [ "$1" = run ]; then
    "$UV" sync --quiet --frozen --no-dev --inexact --python "$PYTHON"
  else
    "$UV" sync --quiet --locked --python "$PYTHON"
  fi
  stamp > ".venv/stamp-$1"
}
