# Shared by ./run and ./test: installs what is missing on this computer, asking nothing, with its own
# package manager, as root or with sudo; what that can't do, it says in the manager's words. All
# else goes into .venv and .tools in this folder. For every shell: Alpine has no bash.
# shellcheck shell=sh disable=SC3043

export UV_PYTHON_DOWNLOADS=never UV_PYTHON_PREFERENCE=only-system PIP_DISABLE_PIP_VERSION_CHECK=1
# A virtual environment that happens to be active is not ours to change.
unset VIRTUAL_ENV UV_PROJECT_ENVIRONMENT PYTHONHOME PYTHONPATH
# Compiled modules are kept: to compile all of them anew costs every start a second.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

as_root() {
  local program=sudo
  command -v sudo >/dev/null || program=doas
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    "$program" "$@"
  else
    "$program" -n "$@"
  fi
}

can_be_root() { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || command -v doas >/dev/null; }

# The package manager of this computer; nothing where there is none that we know.
find_manager() {
  local name
  for name in apt-get dnf pacman apk brew; do
    if command -v "$name" >/dev/null; then
      echo "$name"
      return
    fi
  done
}

# packages_of MANAGER NEED: what it calls that; nothing where it needs nothing for it.
packages_of() {
  case "$2:$1" in
    python:apt-get) echo python3 python3-venv ;;
    python:pacman | python:brew) echo python ;;
    python:apk) echo python3 py3-pip ;;
    python:*) echo python3 ;;
    newer_python:dnf) echo python3.12 ;; # where python3 is 3.9, as on RHEL 9
    venv:apt-get) echo python3-venv ;;
    venv:apk) echo py3-pip ;;
    uv:apt-get) ;; # Debian 12 has none
    pango:apt-get) echo libpangoft2-1.0-0 libharfbuzz-subset0 ;;
    pango:apk) echo pango harfbuzz-subset ;;
    libatomic:apt-get) echo libatomic1 ;;
    libatomic:dnf) echo libatomic ;;
    chromium:apt-get) echo chromium fonts-liberation ;; # measured like Arial, which phones have
    chromium:brew) echo --cask google-chrome ;; # Homebrew has no Chromium that macOS would start
    firefox:apt-get) echo firefox-esr ;;
    firefox:brew) echo --cask firefox ;;
    postgresql:dnf) echo postgresql-server ;;
    postgresql:brew) echo postgresql@17 ;;
    buildah:* | caddy:* | chromium:* | docker-compose:* | firefox:* | mmdebstrap:* | pango:* | postgresql:* | uv:*) echo "$2" ;;
  esac
}

# system_install NEED [OPTION...]: fails, without a word, where that can't be done.
system_install() {
  local manager packages need="$1"
  shift
  manager=$(find_manager)
  packages=$(packages_of "$manager" "$need")
  [ -n "$manager" ] && [ -n "$packages" ] || return 1
  [ "$manager" = brew ] || can_be_root || return 1
  say "Installing $packages ..."
  # shellcheck disable=SC2086
  case "$manager" in
    apt-get) apt_install "$@" $packages ;;
    dnf) as_root dnf install -y -q $packages >/dev/null ;;
    pacman) as_root pacman -S --needed --noconfirm --quiet $packages >/dev/null ;;
    apk) as_root apk add --quiet $packages >/dev/null ;;
    brew) brew install --quiet $packages >/dev/null ;; # refuses to run as root
  esac
}

apt_install() {
  if [ -z "${APT_IS_FRESH:-}" ]; then
    as_root apt-get update -qq >&2 || true
    APT_IS_FRESH=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" >/dev/null
}

# by_hand NEED...: the command that installs all of it here, or that there is none.
by_hand() {
  local manager need packages=
  manager=$(find_manager)
  case "$manager" in
    "")
      echo "no package manager that we know was found here: apt, dnf, pacman, apk, brew"
      return
      ;;
    apt-get) printf 'apt install' ;;
    pacman) printf 'pacman -S' ;;
    apk) printf 'apk add' ;;
    *) printf '%s install' "$manager" ;;
  esac
  for need in "$@"; do
    packages=$(packages_of "$manager" "$need")
    printf '%s' "${packages:+ $packages}"
  done
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
  system_install python || true
  PYTHON=$(find_python) && return
  system_install newer_python || true
  PYTHON=$(find_python) && return
  if command -v python3 >/dev/null; then
    die "Scorekeeper needs Python 3.11 or newer, and this is $(python3 --version). Install a newer one" \
      "beside it and start again."
  fi
  die "Scorekeeper needs Python 3.11 or newer. Install it ($(by_hand python)) and start again."
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
  find_uv && return
  must_be_own .tools
  say "Installing uv into .tools ..."
  # Debian keeps venv in a package of its own.
  "$PYTHON" -c 'import ensurepip' 2>/dev/null || system_install venv || true
  fetch_uv || system_install uv || true
  find_uv || die "uv, which installs the Python packages, could not be installed. Install" \
    "Python's venv or uv itself ($(by_hand venv uv)), and start again."
}

find_uv() {
  for UV in .tools/bin/uv uv; do
    uv_is_fit "$UV" && return
  done
  return 1
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
  has_pango || system_install pango || say \
    "PDF sheets need Pango, which could not be installed; everything else works without it." \
    "($(by_hand pango))"
}

find_chromium() {
  local name
  for name in "${CHROMIUM:-chromium}" chromium-browser google-chrome \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    command -v "$name" && return
  done
  return 1
}

need_chromium() {
  # Playwright's client brings a node that wants this library.
  [ "$(uname)" != Linux ] || has_library libatomic.so.1 || system_install libatomic || true
  find_chromium >/dev/null || system_install chromium || true
  find_chromium >/dev/null || die "The browser tests need Chromium: install it" \
    "($(by_hand chromium)), or name it in CHROMIUM, or leave them out with ./test --fast."
  CHROMIUM=$(find_chromium)
  export CHROMIUM
}

want_firefox() {
  command -v "${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || system_install firefox \
    || say "No Firefox here: the pocket is not tried in it. ($(by_hand firefox))"
}

# They build the container without a daemon, over a Debian that they make, and read compose.yaml.
want_buildah() {
  local name
  for name in buildah mmdebstrap docker-compose; do
    command -v "$name" >/dev/null || system_install "$name" || say \
      "No $name here: the container is not built. ($(by_hand "$name"))"
  done
}

# The proxy's configuration is tried with Caddy.
want_caddy() {
  command -v caddy >/dev/null || [ -x .tools/debian/usr/bin/caddy ] || install_caddy \
    || say "No Caddy here: deploy/Caddyfile is not tried. ($(by_hand caddy))"
}

# Debian's is unpacked, not installed, which would start it.
install_caddy() {
  if [ "$(find_manager)" != apt-get ]; then
    system_install caddy
    return
  fi
  mkdir -p .tools/debian
  (cd .tools/debian && apt-get download -qq caddy && dpkg -x caddy_*.deb .) >/dev/null 2>&1
}

has_postgresql() { command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

# The tests make a server of their own in a temporary folder; Debian's own is not made or started.
want_postgresql() {
  has_postgresql && return
  [ -e /etc/postgresql-common/createcluster.conf ] || { [ "$(find_manager)" = apt-get ] \
    && as_root mkdir -p /etc/postgresql-common && echo create_main_cluster = false \
    | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null; } 2>/dev/null || true
  system_install postgresql -o Dpkg::Options::=--force-confold || say \
    "No PostgreSQL here: what several processes share is not tried. ($(by_hand postgresql))"
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
