# Sourced by app/run and tests/run: what Tactus needs from Debian or Ubuntu, and how it is built.
# shellcheck shell=bash

tactus_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(g++ cmake ninja-build pkg-config libsndfile1-dev libflac-dev libvorbis-dev libopus-dev libmpg123-dev
  libavformat-dev libavcodec-dev libavutil-dev libtag1-dev libsoxr-dev libfftw3-dev libfmt-dev libyaml-cpp-dev libcli11-dev
  nlohmann-json3-dev libfluidsynth-dev libpugixml-dev zlib1g-dev libxxhash-dev libsqlite3-dev libchromaprint-dev
  libseccomp-dev vamp-plugin-sdk)
window_packages=(qt6-base-dev qt6-multimedia-dev qt6-svg-dev librubberband-dev qt6-l10n-tools
  qt6-translations-l10n)
test_packages=(libgtest-dev librapidcheck-dev libbenchmark-dev timgm6mb-soundfont python3 python3-pip
  python3-numpy python3-mir-eval python3-jsonschema python3-dev python3-venv python3-pytest libopenmpi-dev openmpi-bin
  clang-format git mma zsh fish man-db mandoc desktop-file-utils appstream shared-mime-info g++-aarch64-linux-gnu
  qemu-user mmdebstrap xvfb xdotool imagemagick vamp-examples)

# The libraries of build_packages as pkg-config names them on every system.
build_modules=(sndfile flac vorbis opus libmpg123 libavformat 'libavcodec >= 59.24' libavutil taglib soxr fftw3f fmt yaml-cpp
  CLI11 nlohmann_json fluidsynth pugixml zlib libxxhash sqlite3 libchromaprint vamp-sdk)

# require_modules: for systems without apt. Says what is missing and how to build; fails if anything is missing.
require_modules() {
  local missing=() each
  for each in c++ cmake ninja pkg-config; do
    command -v "$each" >/dev/null || missing+=("$each")
  done
  for each in "${build_modules[@]}"; do
    pkg-config --exists "$each" 2>/dev/null || missing+=("$each")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    pkg-config --exists libseccomp || echo "warning: no libseccomp: decoders will run without a sandbox (audio/README.md)" >&2
    return
  fi
  echo "This system has no apt, so nothing is installed. Missing, as pkg-config names it: ${missing[*]}" >&2
  cat >&2 <<'END'
Install these with the tools of your system (a compiler for C++20: g++ 12 or clang 14 or later; cmake 3.25 or later),
for the window also Qt 6.4 (Widgets, Multimedia, Svg) and rubberband, for the sandbox of decoders libseccomp.
Then start this again, or build by hand:
  cmake -S . -B build/app -G Ninja -DCMAKE_BUILD_TYPE=Release -DTACTUS_TESTS=OFF
  cmake --build build/app
  cmake --install build/app
  tactus tag FOLDER
END
  return 1
}

# install_missing PACKAGE...: asks apt for those that are not installed; says so first, and needs root for it.
install_missing() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    require_modules
    return
  fi
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing with apt: ${missing[*]}" >&2
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Installing packages needs root. Run this as root, then start again: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  mkdir -p "$tactus_root/build"
  local log=$tactus_root/build/install.log
  : >"$log"
  # With APT::Status-Fd apt says how far it is among its lines (apt: README.progress-reporting). Apt 3.2 closes that one for
  # what it starts, so it is not 1.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c \
    'get() { apt-get -y -q -o APT::Status-Fd=3 "$@" 3>&1; }
     get install --no-install-recommends "$@" || { get update && get install --no-install-recommends "$@"; }' \
    sh "${missing[@]}" 2>&1 | show_progress "$log" && return
  grep -v '^[dp][lm]status:' "$log" | tail -n 20 >&2
  echo "The installation failed; the complete log is $log" >&2
  return 1
}

# cuda_options: for build_tactus. Without a card the module is not worth the minutes that its kernels take to compile,
# with some they are compiled for these alone.
cuda_options() {
  local cards
  cards=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
    sed -n 's/^ *\([0-9]\{1,\}\)\.\([0-9]\) *$/\1\2-real/p' | sort -u | paste -sd ';') || true
  if [ -n "$cards" ]; then
    echo "-DTACTUS_CUDA=AUTO -DTACTUS_CUDA_ARCHITECTURES=$cards"
  else
    echo -DTACTUS_CUDA=OFF
  fi
}

# wants_help ARGUMENT...: whether -h or --help is among the arguments.
wants_help() {
  local word
  for word in "$@"; do
    [[ $word == -h || $word == --help ]] && return 0
  done
  return 1
}

# print_help SCRIPT: the comment at the head of a script.
print_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

# show_progress LOG: copies the lines of ninja or apt from stdin to LOG and shows how far it is, "[212/390]" or "37 %
# Unpacking cmake": in place on a terminal, else a line at once and every 20 seconds. It says nothing if nothing is done.
show_progress() {
  local line step='' shown=0 next=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line" >&3
    if [[ $line =~ ^\[[0-9]+/[0-9]+\] ]]; then
      step=${BASH_REMATCH[0]}
    elif [[ $line =~ ^(dl|pm)status:.*:([0-9]+)(\.[0-9]+)?:(.*) ]]; then
      step="${BASH_REMATCH[2]} % ${BASH_REMATCH[4]}"
    else
      continue
    fi
    if [ -t 2 ]; then
      printf '\r\033[K%.70s ' "$step" >&2
      shown=1
    elif [ $SECONDS -ge $next ]; then
      echo "$step" >&2
      next=$((SECONDS + 20))
    fi
  done 3>>"$1"
  [ $shown -eq 0 ] || printf '\r\033[K' >&2
}

# build_tactus FOLDER "TARGETS" CMAKE_OPTIONS...: configures when something changed, builds, shows the log on failure.
build_tactus() {
  local folder=$1 target=$2
  shift 2
  mkdir -p "$folder"
  local log=$folder/build.log type=(-DCMAKE_BUILD_TYPE=Release)
  [[ " $* " != *" --preset "* ]] || type=()  # the preset has one
  [ -f "$folder/build.ninja" ] || echo "Building Tactus in $folder (a few minutes the first time)" >&2
  # shellcheck disable=SC2086  # several targets
  if ! { cmake -S "$tactus_root" -B "$folder" -G Ninja "${type[@]}" "$@" >"$log" 2>&1 &&
    cmake --build "$folder" --target $target 2>&1 | show_progress "$log"; }; then
    tail -n 60 "$log" >&2
    echo "The build failed; the complete log is $log" >&2
    return 1
  fi
}

# module_options FOLDER: options of CMake for the Python module. Debian 12 has no nanobind, so FOLDER gets one from PyPI.
module_options() {
  local tools=$1/nanobind
  if [ ! -d "$tools/nanobind/cmake" ]; then
    mkdir -p "$1" && rm -rf "$tools"
    { /usr/bin/python3 -m venv "$tools.new" &&
      "$tools.new/bin/pip" install --quiet --retries 1 --target "$tools" nanobind >&2; } || {
      rm -rf "$tools" "$tools.new"
      return 1
    }
    rm -r "$tools.new"
  fi
  echo "-DTACTUS_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 -Dnanobind_ROOT=$tools/nanobind/cmake"
}

# build_program FOLDER, build_tests FOLDER: what app/run and tests/run build.
build_program() {
  # shellcheck disable=SC2046  # several options
  build_tactus "$1" "tactus tactus_cuda" -DTACTUS_TESTS=OFF -DTACTUS_BUILD_ONCE=ON $(cuda_options)
}
build_tests() {
  local cuda module
  cuda=$(cuda_options)
  module=$(module_options "$1") || echo "tests/run: no nanobind from PyPI: the notebooks of the Python module are not tested" >&2
  # Without a card only the compiler sees these kernels, and tests/gpu/compiled compiles them for all: one is enough.
  [ "$cuda" != -DTACTUS_CUDA=OFF ] || cuda="-DTACTUS_CUDA=AUTO -DTACTUS_CUDA_ARCHITECTURES=90-real"
  # shellcheck disable=SC2086  # several options
  build_tactus "$1" all -DTACTUS_TESTS=ON "-DTACTUS_BUILD_ONCE=${TACTUS_BUILD_ONCE:-OFF}" $cuda $module
}
