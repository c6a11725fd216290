#!/bin/sh
# What must pass of the web: format, lints, types, unit tests in Node, the engine in Node, the page and reports in
# Chromium, and in Firefox with ALL_SYSTEMS=1, which tries the page in WebKit, too, where that is installed.
# Installs what it needs where it can; what cannot be run is said, and is no failure unless REQUIRE
# names it (REQUIRE="node browser" web/ci.sh).
set -eu
cd "$(dirname "$0")"

skip() {
    echo "web: skipped: $2"
    case " ${REQUIRE-} " in *" $1 "*) exit 1 ;; esac
}

node_is_new() { command -v node >/dev/null && [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ]; }

node_is_new || { apt-get update && apt-get install -y nodejs npm; } >/dev/null 2>&1 || true
if ! node_is_new || ! command -v npm >/dev/null; then
    # What goes into the page compiles, at least.
    if rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
        cargo check --manifest-path engine/Cargo.toml --target wasm32-unknown-unknown
    fi
    skip node "Node 20 or newer, with npm, is not here"
    exit 0
fi
# Also where the packages are those of an older lock.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error
npm run --silent lint
npm run --silent check
node build.mjs --check-frames
if rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
    npm run --silent build
    npm run --silent test
else
    npm run --silent test -- --without-engine
    skip engine "the target wasm32-unknown-unknown cannot be installed"
    exit 0
fi
case " ${SKIP-} " in *" browser "*)
    skip browser "SKIP names it"
    exit 0
    ;;
esac
executable() { [ -n "${BIANCA-}" ] || ls "${CARGO_TARGET_DIR:-../target}"/*/bianca >/dev/null 2>&1; }
# In BROWSER, which is that package of Debian's.
browse() {
    [ -x "/usr/bin/$1" ] || { apt-get update && apt-get install -y "$1"; } >/dev/null 2>&1 || true
    if ! [ -x "/usr/bin/$1" ]; then
        skip browser "$1 is not here"
        return
    fi
    # Pages have their own clocks, so that a machine that is busy for a moment can spoil a test.
    npm run --silent browser || { echo 'web: once more'; npm run --silent browser; }
    if executable; then
        npm run --silent report || { echo 'web: once more'; npm run --silent report; }
    else
        skip report "there is no executable that makes reports; cargo build"
    fi
}
browse chromium
# It takes as long again, so only with ALL_SYSTEMS=1.
if [ -n "${ALL_SYSTEMS-}" ]; then
    BROWSER=firefox browse firefox-esr
    npm run --silent webkit || { echo 'web: once more'; npm run --silent webkit; }
fi
