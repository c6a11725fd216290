#!/bin/sh
# What must pass of the web: types, unit tests in Node, the engine in Node, the page in Chromium.
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
    skip node "Node 20 or newer, with npm, is not here"
    exit 0
fi
[ -d node_modules ] || npm ci --no-audit --no-fund --loglevel=error
npm run --silent check
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
[ -x /usr/bin/chromium ] || { apt-get update && apt-get install -y chromium; } >/dev/null 2>&1 || true
if [ -x /usr/bin/chromium ]; then
    # Pages have their own clocks, so that a machine that is busy for a moment can spoil a test.
    npm run --silent browser || { echo 'web: once more'; npm run --silent browser; }
else
    skip browser "Chromium is not here"
fi
