#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tst_realwindow.sh SWEEPBENCH SWEEPBENCH_CLI: the window as a person has it, once: on a real screen (Xvfb with a window manager) and
# with real keys two URLs are typed and compared, and the window is closed. Exit code 77: skipped.
set -euo pipefail

sweepbench=$1
cli=$2
work=$(mktemp -d)
running=()

clean_up()
{
    local pid
    for pid in "${running[@]}"; do
        kill "$pid" 2> /dev/null || true
    done
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT

fail()
{
    echo "FAIL: $*"
    sed 's/^/    /' "$work"/*.log || true
    exit 1
}

for tool in Xvfb xdotool openbox; do
    if ! type -P "$tool" > /dev/null; then
        echo "$tool is not installed"
        [[ -z ${SWEEPBENCH_REQUIRE_SERVERS:-} ]] || exit 1
        exit 77
    fi
done

start() # NAME COMMAND...
{
    local name=$1
    shift
    "$@" > "$work/$name.log" 2>&1 &
    running+=("$!")
}

wait_until() # SECONDS WHAT COMMAND...
{
    local tries=$(($1 * 20)) what=$2
    shift 2
    while ! "$@"; do
        ((tries-- > 0)) || fail "$what"
        sleep 0.05
    done
}

export HOME=$work/home XDG_RUNTIME_DIR=$work/runtime LC_ALL=C.UTF-8
export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
unset WAYLAND_DISPLAY QT_QPA_PLATFORM

start xvfb Xvfb -displayfd 7 -screen 0 1280x800x24 -nolisten tcp 7> "$work/display"
wait_until 20 'Xvfb did not come up' test -s "$work/display"
DISPLAY=:$(< "$work/display")
export DISPLAY
start openbox openbox
start fast "$cli" serve --port 0 --delay 2ms
start slow "$cli" serve --port 0 --delay 4ms
wait_until 20 'the servers did not come up' grep -q Listening "$work/slow.log"
wait_until 20 'the servers did not come up' grep -q Listening "$work/fast.log"
fast=$(sed -n 's/^Listening on //p' "$work/fast.log")
slow=$(sed -n 's/^Listening on //p' "$work/slow.log")

# Short trials come from a plan; its URLs are typed over.
"$cli" plan http://127.0.0.1:1/ http://127.0.0.1:2/ --name first --name second -c 1,2 -d 200ms -w 50ms -r 3 -o "$work/short.plan.json"
"$sweepbench" "$work/short.plan.json" > "$work/window.log" 2>&1 &
program=$!
running+=("$program")

window_is_there()
{
    window=$(xdotool search --onlyvisible --class sweepbench 2> /dev/null | tail -n 1)
    [[ -n $window ]]
}
wait_until 30 'no window appeared' window_is_there
xdotool windowactivate --sync "$window"
sleep 0.5

session_is_there()
{
    [[ -n $(find "$XDG_DATA_HOME/sweepbench/autosave" -name '*.sweep' 2> /dev/null) ]]
}

# On a machine that is busy the X server loses keys now and then; whoever types sees that and types again.
for ((attempt = 1; attempt <= 3; attempt++)); do
    xdotool key --clearmodifiers ctrl+a
    xdotool type --delay 20 "$fast"
    xdotool key Tab ctrl+a # the names come after the URLs
    xdotool type --delay 20 "$slow"
    xdotool key Return
    for ((tries = 0; tries < 100; tries++)); do
        ! session_is_there || break 2
        sleep 0.05
    done
    xdotool key shift+Tab
done

has_all_trials()
{
    session=$(find "$XDG_DATA_HOME/sweepbench/autosave" -name '*.sweep' 2> /dev/null | head -n 1)
    [[ -n $session ]] && "$cli" export "$session" --format csv 2> /dev/null | tail -n +2 | wc -l | grep -qx 12
}
wait_until 60 'the comparison did not come to its end' has_all_trials
"$cli" export "$session" --format csv > "$work/trials.csv"
for url in "$fast" "$slow"; do
    grep -q "$url" "$work/trials.csv" || fail "$url was not measured"
done
"$cli" show "$session" > "$work/table.log"
[[ $(grep -c 'second serves .* fewer requests per second than first at' "$work/table.log") -eq 2 ]] || fail 'the verdict is not that second is slower'

sleep 0.5
started=$(date +%s%N)
xdotool key --clearmodifiers ctrl+q
wait "$program" || fail "the window ended with exit code $?"
took=$((($(date +%s%N) - started) / 1000000))
((took < 5000)) || fail "closing took $took ms"
[[ ! -s $work/window.log ]] || fail 'the window wrote to its terminal'
echo "compared in a real window, closed within $took ms"
