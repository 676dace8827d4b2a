# SPDX-License-Identifier: GPL-3.0-or-later
# What packaging/run, packaging/test and packaging/screenshots share. To be sourced by bash, after `set -euo pipefail`.
# shellcheck shell=bash disable=SC2034 # what the scripts that source this use

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
program_name="packaging/$(basename "$0")"
# Tests of these scripts point this elsewhere.
build_root=${SWEEPBENCH_BUILD_ROOT:-$source_dir/build}
log_dir=$build_root/log

# --- what is needed, by Debian 12 package ---

build_packages=(
    g++ cmake ninja-build
    qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6sql6-sqlite libqt6opengl6-dev
    libqcustomplot-dev libqcustomplot2.1-qt6
    node-llhttp libssl-dev libboost-math-dev
    fonts-dejavu-core # a machine without fonts draws boxes instead of text
)
test_packages=(
    nginx-light apache2-bin squid gnuplot-nox
    openssl
    xvfb xauth xdotool openbox
    shellcheck desktop-file-utils appstream
)
screenshot_packages=(nginx-light apache2-bin xvfb xauth xdotool openbox imagemagick)

# --- talking ---

say()
{
    printf '%s: %s\n' "$program_name" "$*"
}

die()
{
    printf '%s: %s\n' "$program_name" "$*" >&2
    exit 1
}

# The path as people would type it, for messages.
shown()
{
    printf '%s' "${1#"$PWD"/}"
}

# --- packages ---

# Prints those of the given packages that are not installed, one a line.
missing_packages()
{
    # dpkg-query fails when it has never heard of one of them; what it prints is right all the same.
    { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null || true; } |
        awk -v wanted="$*" '
            $1 == "installed" { have[$2] = 1 }
            END { n = split(wanted, names, " "); for (i = 1; i <= n; i++) if (!(names[i] in have)) print names[i] }'
}

# True when an installation was killed before it could put policy-rc.d back (see install-packages).
policy_left_behind()
{
    local policy=${SWEEPBENCH_POLICY_RC_D:-/usr/sbin/policy-rc.d}
    [[ -e $policy.before-sweepbench || -L $policy.before-sweepbench ]] || grep -qs 'put here by Sweepbench' "$policy"
}

# Installs what is missing, through sudo only when something is.
need_packages()
{
    if ! command -v dpkg-query > /dev/null; then
        say "no dpkg here, so nothing gets installed; needed are what Debian 12 calls: $*"
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [[ ${#missing[@]} -gt 0 ]]; then
        say "installing with apt: ${missing[*]}"
    elif policy_left_behind; then
        say "putting back the policy-rc.d that an installation which was killed has left aside"
    else
        return 0
    fi
    local -a as_root=()
    if [[ $(id -u) -ne 0 ]]; then
        command -v sudo > /dev/null || die "sudo is not installed; run as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    mkdir -p "$log_dir"
    local log=$log_dir/apt.log
    if ! "${as_root[@]}" bash "$source_dir/packaging/install-packages" "${missing[@]}" > "$log" 2>&1; then
        # With one broken source among several, the failure that matters is apt-get install's, and the last.
        local reason
        reason=$(grep -E '^(E:|dpkg: error|install-packages:|sudo:)' "$log" | tail -n 1) || reason=$(tail -n 1 "$log")
        die "apt could not install what is missing (${missing[*]}): ${reason:-no reason given} (log: $(shown "$log"))"
    fi
    mapfile -t missing < <(missing_packages "$@")
    [[ ${#missing[@]} -eq 0 ]] || die "apt reported success, but these are not installed: ${missing[*]} (log: $(shown "$log"))"
}

# Under `sudo packaging/run` in a user's own checkout, the build, the window and the files belong to that user.
# Only the packages needed root. To be called after need_packages with the script's arguments; returns when there is nothing to do.
back_to_invoking_user()
{
    [[ $(id -u) -eq 0 && ${SUDO_UID:-0} -ne 0 && $(stat -c %u "$source_dir") -eq ${SUDO_UID} ]] || return 0
    local home
    home=$(getent passwd "$SUDO_UID" | cut -d: -f6)
    chown -R "$SUDO_UID:$SUDO_GID" "$build_root" 2> /dev/null || true
    local -a settings=(HOME="$home" USER="${SUDO_USER:-}" LOGNAME="${SUDO_USER:-}")
    [[ ! -d /run/user/$SUDO_UID ]] || settings+=(XDG_RUNTIME_DIR="/run/user/$SUDO_UID")
    exec setpriv --reuid "$SUDO_UID" --regid "$SUDO_GID" --init-groups \
        env -u SUDO_UID -u SUDO_GID "${settings[@]}" "$0" "$@"
}

# --- building ---

# As many jobs as there are processors, but none without 1 GiB of memory: Qt's headers are large.
build_jobs()
{
    local processors memory
    processors=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    ((memory >= 1)) || memory=1
    echo $((processors < memory ? processors : memory))
}

# Shows ninja's progress: on a terminal in one line, else every tenth part.
show_progress()
{
    local line shown_tenth=0
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        if [[ -t 1 ]]; then
            printf '\r%s: building, step %d of %d ' "$program_name" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        elif ((10 * BASH_REMATCH[1] / BASH_REMATCH[2] > shown_tenth)); then
            shown_tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
            say "building, step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        fi
    done
    [[ ! -t 1 ]] || printf '\r%*s\r' 60 ''
}

# The compiler's (or CMake's, or the linker's) first complaint in a log.
first_error()
{
    grep -m 1 -E 'error:|CMake Error|undefined reference|multiple definition|ninja: error' "$1" | sed "s|$source_dir/||g; s|^\.\./\.\./||" || tail -n 1 "$1"
}

# configure PRESET: a no-op when that was done before with the same presets.
configure()
{
    local preset=$1
    local folder=$build_root/$preset log=$log_dir/configure-$1.log
    mkdir -p "$log_dir"
    local cache=$folder/CMakeCache.txt
    local -a options=(--preset "$preset" -B "$folder")
    if [[ -f $cache ]]; then
        if grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir" "$cache"; then
            [[ ! -f $folder/build.ninja || $source_dir/CMakePresets.json -nt $folder/build.ninja ]] || return 0
        else
            options+=(--fresh) # the checkout has moved
        fi
    fi
    say "configuring $(shown "$folder")"
    (cd "$source_dir" && cmake "${options[@]}") > "$log" 2>&1 ||
        die "CMake could not configure the $preset build: $(first_error "$log") (log: $(shown "$log"))"
}

# build PRESET [TARGET...]
build()
{
    local preset=$1
    shift
    local folder=$build_root/$preset log=$log_dir/build-$preset.log
    local -a targets=()
    [[ $# -eq 0 ]] || targets=(--target "$@")
    say "building $(shown "$folder")"
    cmake --build "$folder" -j "$(build_jobs)" "${targets[@]}" 2>&1 | tee "$log" | show_progress ||
        die "the build failed: $(first_error "$log") (log: $(shown "$log"))"
}

# Where a build has put a program.
built_program()
{
    local program=$build_root/$1/bin/$2
    [[ -f $program ]] || die "the $1 build has no program $2"
    printf '%s' "$program"
}
