#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tst_install.sh SOURCE_DIR BUILD_DIR CMAKE [PROGRAM...]: the installation rules of packaging/ put every file where a desktop looks for it, the
# desktop's own validators accept them, and a session file is recognised as one.
set -euo pipefail

source_dir=$1
build_dir=$2
cmake=$3
shift 3
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
id=org.sweepbench.Sweepbench
failures=0

fail()
{
    printf 'FAIL %s\n' "$*"
    failures=$((failures + 1))
}

check() # VALIDATOR [ARGUMENT...]
{
    if ! type -P "$1" > /dev/null; then
        echo "$1 is not installed: not run"
        return
    fi
    local output
    output=$("$@" 2>&1) || fail "$1: $output"
}

install_component() # NAME
{
    "$cmake" --install "$build_dir" --component "$1" --prefix "$prefix" > "$prefix/install.log" 2>&1 || {
        cat "$prefix/install.log"
        exit 1
    }
}

install_component desktop
for file in applications/$id.desktop metainfo/$id.metainfo.xml mime/packages/$id.xml icons/hicolor/scalable/apps/sweepbench.svg \
    doc/sweepbench/README.md doc/sweepbench/CHANGELOG.md doc/sweepbench/LICENSE doc/sweepbench/manual/index.md; do
    [[ -s $prefix/share/$file ]] || fail "share/$file was not installed"
done

check desktop-file-validate "$prefix/share/applications/$id.desktop"
check appstreamcli validate --no-net "$prefix/share/metainfo/$id.metainfo.xml"
check update-mime-database "$prefix/share/mime"

# One name for one thing: what the files say of each other agrees.
for type in $(sed -n 's/^MimeType=//p' "$source_dir/packaging/$id.desktop" | tr ';' ' '); do
    grep -qF "type=\"$type\"" "$source_dir/packaging/$id.mime.xml" || fail "$type has no entry in the MIME types"
    grep -qF "<mediatype>$type</mediatype>" "$source_dir/packaging/$id.metainfo.xml" || fail "$type has no entry in the metadata"
done
session_id=$(sed -nE 's/.*sessionApplicationId = (0x[0-9A-Fa-f]+);.*/\1/p' "$source_dir/core/session/schema.h")
[[ -n $session_id ]] || fail 'core/session/schema.h does not say the application_id as this test expects it'
grep -qF "value=\"$session_id\"" "$source_dir/packaging/$id.mime.xml" || fail "the MIME type looks for another application_id than $session_id"
version=$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' "$source_dir/CMakeLists.txt")
grep -qF "<release version=\"$version\"" "$source_dir/packaging/$id.metainfo.xml" || fail "the metadata knows no release $version"
grep -qF "[$version]" "$source_dir/CHANGELOG.md" || fail "CHANGELOG.md knows no release $version"

install_component Unspecified # the programs
for program in "$@"; do
    told=$(QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$prefix "$prefix/bin/$program" --version 2>&1) || fail "the installed $program does not start: $told"
    [[ $told == *"$version"* ]] || fail "the installed $program does not call itself $version: $told"
done

echo "$failures failures"
[[ $failures -eq 0 ]]
