# Sourced after app/setup.sh by what is made or tried in bare systems of its own: app/packages/release, tests/doors.
# shellcheck shell=bash

# require_chroots: ends the script where none can be made.
require_chroots() {
  [ "$(id -u)" -eq 0 ] || {
    echo "$(basename "$0"): a chroot needs root; run it with sudo" >&2
    exit 1
  }
  install_missing mmdebstrap
}

# make_chroot FOLDER SUITE [OPTION...]: a bare Debian or Ubuntu, unless FOLDER is there. With $CCACHE_DIR it has ccache.
# Options are those of mmdebstrap: --include=git
make_chroot() {
  local root=$1 suite=$2 source=()
  shift 2
  [ ! -d "$root" ] || return 0
  case $suite in
    noble | resolute)
      local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg signed='trusted=yes'  # Debian 12 has no package of the keys
      [ ! -f $keys ] || signed="signed-by=$keys"
      source=("deb [$signed] http://archive.ubuntu.com/ubuntu $suite main universe")
      ;;
  esac
  rm -rf --one-file-system "$root.part"
  mmdebstrap --quiet --variant=minbase --include=apt ${CCACHE_DIR:+--include=ccache} "$@" "$suite" "$root.part" "${source[@]}"
  mv "$root.part" "$root"
}

# in_chroot FOLDER [OUTSIDE INSIDE]... -- COMMAND...: with this network's names and certificates, the compiler cache if it has
# a folder, and each folder OUTSIDE seen as INSIDE. What is mounted vanishes with the process.
in_chroot() {
  local root=$1
  shift
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  [ ! -d "$root/etc/ssl/certs" ] || cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
  # shellcheck disable=SC2016  # for the shell there
  unshare --mount --pid --fork bash -c '
    mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" || exit
    [ -z "${CCACHE_DIR:-}" ] || set -- "$CCACHE_DIR" "$CCACHE_DIR" "$@"
    while [ "$1" != -- ]; do mkdir -p "$0$2" && mount --bind "$1" "$0$2" && shift 2 || exit; done
    shift
    unset TMPDIR && exec chroot "$0" env HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' "$root" "$@"
}
