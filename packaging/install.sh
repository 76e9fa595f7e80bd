#!/bin/sh
# Makes Folio ready to run on a bare Debian 13, step by step. The Dockerfile and `npm run test:packaging` take the same.
#
#   prerequisites   as root: Node and npm from Debian
#   install         as the account that runs Folio: its packages, among them its own Node 24; they are the ones of the
#                   lockfile, and refused if the registry answers that it has signed others
#   prepare         builds pages and program, so that the folder may be read-only from then on
set -eu
cd "$(dirname "$0")/.."

prerequisites() {
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates nodejs npm
}

install() {
  npm ci --omit=dev --no-audit --no-fund
  node_modules/.bin/node scripts/registry/check.ts signatures --omit=dev
}

prepare() {
  node_modules/.bin/node packaging/prepare.ts
}

case "${1:-}" in
  prerequisites | install | prepare) "$1" ;;
  *)
    echo "Usage: $0 prerequisites | install | prepare" >&2
    exit 2
    ;;
esac
