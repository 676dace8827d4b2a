#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tst_packaging.sh SOURCE_DIR: what packaging/run, packaging/test and packaging/install-packages do, seen from outside.
# Every tool that would change the machine is a stand-in; PATH holds nothing but stand-ins and harmless tools.
set -euo pipefail

source_dir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
current=

fail()
{
    printf 'FAIL %s: %s\n' "$current" "$*"
    failures=$((failures + 1))
}

equal() # WHAT ACTUAL EXPECTED
{
    [[ $2 == "$3" ]] || fail "$1 is «$2», not «$3»"
}

contains() # WHAT TEXT PART
{
    [[ $2 == *"$3"* ]] || fail "$1 has no «$3»: «$2»"
}

lacks() # WHAT TEXT PART
{
    [[ $2 != *"$3"* ]] || fail "$1 has «$3»: «$2»"
}

# --- stand-ins ---

# Tools are linked into $bin as they are; a stand-in must replace the link, never be written through it.
stand_in() # NAME < script
{
    rm -f "$bin/$1"
    { printf '#!/bin/bash\n'; cat; } > "$bin/$1"
    chmod +x "$bin/$1"
}

# A fresh machine: nothing of Sweepbench's is built, every package is installed but those listed in $work/missing.
new_machine()
{
    current=$1
    home=$work/$1
    bin=$home/bin
    calls=$home/calls
    policy=$home/sbin/policy-rc.d
    mkdir -p "$bin" "$home/sbin"
    touch "$calls" "$home/missing"
    local tool
    for tool in bash sh env cat grep sed awk mawk tail head tee mkdir mktemp mv rm chmod dirname basename date sort comm stat flock \
        cut nproc touch sleep tr wc cp ln readlink kill; do
        if path=$(type -P "$tool"); then
            ln -sf "$path" "$bin/$tool"
        fi
    done
    stand_in id <<< "echo \"\${FAKE_UID:-0}\""
    stand_in dpkg-query <<- EOF2
		shift 3
		for name in "\$@"; do
		    if grep -qxF "\$name" "$home/missing"; then status=1; else echo "installed \$name"; fi
		done
		exit \${status:-0}
	EOF2
    stand_in apt-get <<- EOF2
		echo "apt-get \$* frontend=\${DEBIAN_FRONTEND:-}" >> "$calls"
		[[ " \$* " == *" install "* ]] || exit "\${FAKE_UPDATE_STATUS:-0}"
		policy_status=0
		"$policy" nginx start || policy_status=\$?
		echo "policy says \$policy_status" >> "$calls"
		touch "$home/apt-runs"
		[[ -z \${FAKE_APT_SECONDS:-} ]] || sleep "\$FAKE_APT_SECONDS"
		if [[ -n \${FAKE_APT_ERROR:-} ]]; then echo "Reading package lists..."; echo "\$FAKE_APT_ERROR" >&2; exit 100; fi
		[[ -n \${FAKE_APT_FORGETS:-} ]] || : > "$home/missing"
	EOF2
    stand_in sudo <<- EOF2
		echo "sudo \$*" >> "$calls"
		FAKE_UID=0 exec "\$@"
	EOF2
    stand_in cmake <<- EOF2
		echo "cmake \$*" >> "$calls"
		if [[ \$1 == --build ]]; then
		    echo '[1/2] Building CXX object a.o'
		    if [[ -n \${FAKE_COMPILE_ERROR:-} ]]; then echo "\$FAKE_COMPILE_ERROR"; echo 'ninja: build stopped: subcommand failed.'; exit 1; fi
		    mkdir -p "\$2/bin"
		    for name in sweepbench sweepbench-cli; do cp "$bin/built-program" "\$2/bin/\$name"; done
		    exit
		fi
		if [[ -n \${FAKE_CONFIGURE_ERROR:-} ]]; then echo "\$FAKE_CONFIGURE_ERROR" >&2; exit 1; fi
		mkdir -p "\$4"
		echo "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir" > "\$4/CMakeCache.txt"
		touch "\$4/build.ninja"
	EOF2
    stand_in built-program <<- EOF2
		echo "\${0##*/} \$*" >> "$calls"
		[[ \${0##*/} == sweepbench-cli ]] || exit 0
		while [[ \$# -gt 0 ]]; do [[ \$1 != -o ]] || echo session > "\$2"; shift; done
		exit "\${FAKE_COMPARE_STATUS:-0}"
	EOF2
    stand_in ctest <<- EOF2
		echo "ctest \$*" >> "$calls"
		if [[ -n \${FAKE_TEST_FAILURE:-} ]]; then
		    echo '50% tests passed, 1 tests failed out of 2'; echo; echo 'Total Test time (real) =   1.00 sec'; exit 8
		fi
		echo "100% tests passed, 0 tests failed out of \${FAKE_TESTS:-2}"; echo; echo 'Total Test time (real) =   1.00 sec'
	EOF2
    ln -sf /bin/true "$bin/node"
}

# run_script SCRIPT [ARGUMENT...]: leaves $out, $err, $status. Settings come as NAME=value in the array `settings`.
run_script()
{
    local script=$1
    shift
    status=0
    (cd "$home" && env -i PATH="$bin" HOME="$home" TMPDIR="$home" SWEEPBENCH_BUILD_ROOT="$home/build" SWEEPBENCH_POLICY_RC_D="$policy" \
        SWEEPBENCH_PACKAGES_LOCK="$home/lock" "${settings[@]}" "$source_dir/packaging/$script" "$@") > "$home/out" 2> "$home/err" || status=$?
    out=$(< "$home/out")
    err=$(< "$home/err")
    called=$(< "$calls")
}
settings=()

# --- tests ---

nothing_missing_needs_no_root()
{
    settings=(FAKE_UID=1000)
    run_script run
    equal status "$status" 0
    lacks calls "$called" 'sudo bash'
    lacks calls "$called" apt-get
    equal errors "$err" ""
}

missing_goes_through_sudo_once()
{
    printf 'ninja-build\nlibqt6opengl6-dev\n' > "$home/missing"
    settings=(FAKE_UID=1000)
    run_script run
    equal status "$status" 0
    equal "number of sudo calls" "$(grep -c ^sudo "$calls")" 1
    contains calls "$called" 'install -y --no-install-recommends -- ninja-build libqt6opengl6-dev frontend=noninteractive'
    contains output "$out" 'installing with apt: ninja-build libqt6opengl6-dev'
    : > "$calls"
    run_script run
    lacks "calls of the second run" "$called" apt-get
}

root_needs_no_sudo()
{
    echo cmake > "$home/missing"
    run_script run
    equal status "$status" 0
    lacks calls "$called" 'sudo bash'
    contains calls "$called" 'install -y --no-install-recommends -- cmake'
}

no_sudo_is_one_line()
{
    echo cmake > "$home/missing"
    rm "$bin/sudo"
    settings=(FAKE_UID=1000)
    run_script run
    equal status "$status" 1
    equal errors "$err" 'packaging/run: sudo is not installed; run as root: apt-get install cmake'
}

apt_failure_is_one_line()
{
    echo squid > "$home/missing"
    settings=('FAKE_APT_ERROR=E: Unable to locate package squid')
    run_script test
    equal status "$status" 1
    equal errors "$err" \
        'packaging/test: apt could not install what is missing (squid): E: Unable to locate package squid (log: build/log/apt.log)'
    contains log "$(< "$home/build/log/apt.log")" 'Reading package lists'
    lacks calls "$called" cmake
    [[ ! -e $policy ]] || fail 'policy-rc.d was left behind'
}

broken_source_does_not_matter_alone()
{
    echo squid > "$home/missing"
    settings=(FAKE_UPDATE_STATUS=100)
    run_script run
    equal status "$status" 0
    run_script test
    equal status "$status" 0
}

apt_that_lies_is_found_out()
{
    echo cmake > "$home/missing"
    settings=(FAKE_APT_FORGETS=1)
    run_script run
    equal status "$status" 1
    contains errors "$err" 'apt reported success, but these are not installed: cmake'
}

# What stands at policy-rc.d, in one line: kind, mode, content.
policy_state()
{
    if [[ -L $policy ]]; then
        echo "link to $(readlink "$policy")"
    elif [[ -e $policy ]]; then
        echo "file $(stat -c %a "$policy") $(tr '\n' '|' < "$policy")"
    else
        echo nothing
    fi
    (cd "$home/sbin" && echo *)
}

each_policy_before() # RUNS A CHECK
{
    local kind before
    for kind in nothing file link; do
        rm -f "$policy" "$home/sbin/target" "$home/apt-runs"
        : > "$calls"
        echo nginx-light > "$home/missing"
        case $kind in
        file) printf '#!/bin/sh\nexit 0\n' > "$policy" && chmod 741 "$policy" ;;
        link) printf '#!/bin/sh\nexit 0\n' > "$home/sbin/target" && chmod 755 "$home/sbin/target" && ln -s target "$policy" ;;
        esac
        before=$(policy_state)
        "$1"
        contains "calls with $kind before" "$(< "$calls")" 'policy says 101'
        equal "policy-rc.d with $kind before" "$(policy_state)" "$before"
    done
}

install_and_succeed()
{
    run_script install-packages nginx-light
    equal status "$status" 0
}

install_and_fail()
{
    settings=('FAKE_APT_ERROR=E: broken')
    run_script install-packages nginx-light
    equal status "$status" 100
}

install_and_interrupt()
{
    local signal pid
    for signal in HUP INT TERM; do
        rm -f "$home/apt-runs" "$home/pid"
        # A shell in the background ignores SIGINT; as the leader of a process group of its own, as on a terminal, it does not.
        (
            cd "$home"
            set -m
            env -i PATH="$bin" FAKE_APT_SECONDS=0.5 SWEEPBENCH_POLICY_RC_D="$policy" SWEEPBENCH_PACKAGES_LOCK="$home/lock" \
                "$source_dir/packaging/install-packages" nginx-light &
            echo $! > "$home/pid"
            wait $! || echo $? > "$home/status"
        ) > /dev/null 2>&1 &
        while [[ ! -e $home/apt-runs || ! -s $home/pid ]]; do sleep 0.02; done
        pid=$(< "$home/pid")
        kill -s "$signal" "$pid"
        wait
        equal "status after SIG$signal" "$(< "$home/status")" $((128 + $(kill -l "$signal")))
    done
}

policy_comes_back()
{
    each_policy_before install_and_succeed
    each_policy_before install_and_fail
    settings=()
    each_policy_before install_and_interrupt
}

killed_installation_is_mended()
{
    local before pid
    printf '#!/bin/sh\nexit 0\n' > "$policy"
    chmod 755 "$policy"
    before=$(policy_state)
    env -i PATH="$bin" FAKE_APT_SECONDS=0.2 SWEEPBENCH_POLICY_RC_D="$policy" SWEEPBENCH_PACKAGES_LOCK="$home/lock" \
        "$source_dir/packaging/install-packages" nginx-light &
    pid=$!
    while [[ ! -e $home/apt-runs ]]; do sleep 0.02; done
    kill -s KILL "$pid"
    wait "$pid" 2> /dev/null || true
    [[ $(policy_state) != "$before" ]] || fail 'the killed installation left nothing to mend'
    sleep 0.3
    settings=(FAKE_UID=1000)
    run_script run
    equal status "$status" 0
    equal policy-rc.d "$(policy_state)" "$before"
    contains output "$out" 'putting back'
    : > "$calls"
    run_script run
    lacks "calls of the second run" "$called" 'sudo bash'
}

compile_error_is_one_line()
{
    settings=('FAKE_COMPILE_ERROR=../../core/model/plan.cpp:3:1: error: no such thing')
    run_script run
    equal status "$status" 1
    equal errors "$err" \
        'packaging/run: the build failed: core/model/plan.cpp:3:1: error: no such thing (log: build/log/build-release.log)'
}

configure_error_is_one_line()
{
    settings=('FAKE_CONFIGURE_ERROR=CMake Error at CMakeLists.txt:19 (find_package):')
    run_script test
    equal status "$status" 1
    equal errors "$err" \
        'packaging/test: CMake could not configure the dev-whole build: CMake Error at CMakeLists.txt:19 (find_package): (log: build/log/configure-dev-whole.log)'
}

configures_once()
{
    run_script run
    run_script run
    equal "number of configurations" "$(grep -c 'cmake --preset release' "$calls")" 1
    equal "number of builds" "$(grep -c 'cmake --build' "$calls")" 2
}

opens_the_window_with_a_display()
{
    settings=(DISPLAY=:7)
    run_script run
    contains calls "$called" 'sweepbench --demo'
    run_script run http://a/ http://b/
    contains calls "$called" 'sweepbench http://a/ http://b/'
    lacks calls "$called" sweepbench-cli
}

wayland_alone_needs_its_plugin()
{
    echo qt6-wayland > "$home/missing"
    settings=(WAYLAND_DISPLAY=wayland-0)
    run_script run
    contains calls "$called" 'install -y --no-install-recommends -- qt6-wayland'
    contains calls "$called" 'sweepbench --demo'
}

runs_headless_without_a_display()
{
    run_script run
    equal status "$status" 0
    contains calls "$called" "sweepbench-cli compare --demo -o $home/build/results/"
    contains calls "$called" "sweepbench --render $home/build/results/"
    contains calls "$called" '--chart all --out'
    contains output "$out" 'charts: build/results/'
    settings=(FAKE_COMPARE_STATUS=3)
    run_script run http://a/ http://b/ -c 1,10
    equal status "$status" 3
    contains calls "$called" 'sweepbench-cli compare http://a/ http://b/ -c 1,10 -o'
    equal "number of charts drawn" "$(grep -c 'sweepbench --render' "$calls")" 2
}

test_closes_with_the_verdict()
{
    settings=(FAKE_TESTS=42)
    run_script test
    equal status "$status" 0
    equal "last line" "$(tail -n 1 <<< "$out")" '100% tests passed, 0 tests failed out of 84'
    contains calls "$called" '--target programs_and_their_tests'
    contains calls "$called" "-LE ^(core|engine)\$"
    contains calls "$called" "cmake --build $home/build/dev-asan -j $(nproc | awk '{ print }')"
    contains calls "$called" '--target core_and_engine_tests'
    lacks calls "$called" dev-fuzz
    contains output "$out" 'the fuzz targets are not run'
    : > "$calls"
    run_script test --fast
    lacks calls "$called" asan
    equal "last line" "$(tail -n 1 <<< "$out")" '100% tests passed, 0 tests failed out of 42'
}

fuzzes_where_clang_can()
{
    stand_in clang++ <<< "exit \"\${FAKE_CLANG_STATUS:-0}\""
    run_script test
    equal status "$status" 0
    contains calls "$called" 'cmake --preset dev-fuzz'
    contains calls "$called" '--target fuzz_programs'
    contains calls "$called" "ctest --test-dir $home/build/dev-fuzz -j $(nproc | awk '{ print }') --output-on-failure --no-tests=error -L ^fuzz\$"
    : > "$calls"
    run_script test --fast
    lacks calls "$called" dev-fuzz
    settings=(FAKE_CLANG_STATUS=1) # no libFuzzer
    run_script test
    equal status "$status" 0
    lacks calls "$called" dev-fuzz
}

test_failure_is_told()
{
    settings=(FAKE_TEST_FAILURE=1)
    run_script test
    equal status "$status" 1
    equal errors "$err" 'packaging/test: dev-whole: 50% tests passed, 1 tests failed out of 2 (log: build/log/test-dev-whole.log)'
    run_script test --slow
    equal status "$status" 1
    contains errors "$err" 'unknown argument --slow'
}

node_only_where_there_is_none()
{
    echo nodejs > "$home/missing"
    run_script test --fast
    lacks calls "$called" apt-get
    rm "$bin/node"
    run_script test --fast
    contains calls "$called" 'install -y --no-install-recommends -- nodejs'
}

# `sudo packaging/run` in a user's checkout: root installs, and the user gets the rest.
sudo_in_front_leaves_the_files_to_the_user()
{
    echo cmake > "$home/missing"
    stand_in stat <<< 'echo 1234'
    stand_in getent <<< 'echo "ann:x:1234:1234::/home/ann:/bin/sh"'
    stand_in chown <<< "echo \"chown \$*\" >> '$calls'"
    stand_in setpriv <<- EOF2
		echo "setpriv \$*" >> "$calls"
		shift 5
		FAKE_UID=1234 exec "\$@"
	EOF2
    settings=(SUDO_UID=1234 SUDO_GID=1234 SUDO_USER=ann)
    run_script run http://a/ http://b/
    equal status "$status" 0
    contains calls "$called" 'install -y --no-install-recommends -- cmake'
    contains calls "$called" 'setpriv --reuid 1234 --regid 1234 --init-groups env -u SUDO_UID -u SUDO_GID HOME=/home/ann'
    contains calls "$called" 'sweepbench-cli compare http://a/ http://b/'
    equal "number of configurations" "$(grep -c 'cmake --preset' "$calls")" 1
}

explains_itself()
{
    run_script run --help
    contains output "$out" 'packaging/run URL_A URL_B'
    run_script test --help
    contains output "$out" 'packaging/test [--fast]'
}

scripts_are_clean()
{
    if ! type -P shellcheck > /dev/null; then
        echo 'shellcheck is not installed: not run'
        return
    fi
    local script
    for script in "$source_dir"/packaging/* "$source_dir"/.ci/run "$source_dir"/tests/*/*.sh; do
        if [[ -f $script ]] && head -n 3 "$script" | grep -qE '^#!.*sh$|shellcheck shell=bash'; then
            (cd "$source_dir" && shellcheck -x "$script") || fail "shellcheck complains about $script"
        fi
    done
}

for name in nothing_missing_needs_no_root missing_goes_through_sudo_once root_needs_no_sudo no_sudo_is_one_line apt_failure_is_one_line \
    broken_source_does_not_matter_alone apt_that_lies_is_found_out policy_comes_back killed_installation_is_mended \
    compile_error_is_one_line configure_error_is_one_line configures_once opens_the_window_with_a_display wayland_alone_needs_its_plugin \
    runs_headless_without_a_display test_closes_with_the_verdict fuzzes_where_clang_can test_failure_is_told node_only_where_there_is_none \
    sudo_in_front_leaves_the_files_to_the_user explains_itself scripts_are_clean; do
    new_machine "$name"
    settings=()
    before=$failures
    "$name"
    [[ $failures -ne $before ]] || echo "PASS $name"
done
echo "$failures failures"
[[ $failures -eq 0 ]]
