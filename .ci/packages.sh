# SPDX-License-Identifier: GPL-3.0-or-later
# What building and testing need, and how to get it. Sourced by ./run and ./check.

build_packages="gcc libc6-dev pkg-config meson ninja-build gettext python3 xz-utils desktop-file-utils
  libglib2.0-dev libglib2.0-dev-bin libgtk-4-dev libadwaita-1-dev libjson-glib-dev libsqlite3-dev libcairo2-dev libpango1.0-dev
  adwaita-icon-theme fonts-cantarell fonts-noto-cjk shared-mime-info"
test_packages="appstream xvfb xauth xdotool dbus dbus-user-session locales sqlite3 git zsh groff-base
  slurm-wlm munge clang libclang-rt-dev"

say() { printf '%s\n' "$*" >&2; }

# The names of $* that are not installed.
missing_debian() {
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
  done
}

install_debian() {
  say "Installing with apt: $*"
  if [ "$(id -u)" = 0 ]; then
    sudo=
  elif command -v sudo >/dev/null; then
    say "(as root, through sudo: it may ask for your password)"
    sudo=sudo
  else
    say "Neither root nor sudo: please install these packages yourself, then try again."
    exit 1
  fi
  $sudo apt-get update -qq >&2 &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null || {
    say "apt could not install them; see above."
    exit 1
  }
}

# Elsewhere we only look, and say what is needed.
require_other() {
  lacking=
  for tool in cc pkg-config meson ninja msgfmt python3 xz glib-compile-schemas desktop-file-validate; do
    command -v $tool >/dev/null || lacking="$lacking $tool"
  done
  for module in 'gtk4 >= 4.8' 'libadwaita-1 >= 1.2' 'json-glib-1.0 >= 1.6' 'sqlite3 >= 3.40'; do
    pkg-config --exists "$module" 2>/dev/null || lacking="$lacking ($module)"
  done
  [ -z "$lacking" ] && return
  say "This is not Debian or a relative of it, so please install what is missing yourself:"
  say " $lacking"
  say "Fedora: dnf install gcc meson gettext python3 xz desktop-file-utils gtk4-devel libadwaita-devel json-glib-devel sqlite-devel"
  say "Arch:   pacman -S base-devel meson gettext python xz desktop-file-utils gtk4 libadwaita json-glib sqlite"
  exit 1
}

# require_packages NAME…: installs what is missing of them.
require_packages() {
  if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    missing=$(missing_debian "$@")
    [ -z "$missing" ] || install_debian $missing
  else
    require_other
  fi
}
