#!/usr/bin/env bash
# Regenerates every recording, photograph, video and attachment in this folder from Debian packages,
# so that anyone can verify where each file came from.
#
# Needs Debian 12 with ffmpeg, libavcodec-extra, libimage-exiftool-perl and fonts-dejavu-core; for the catalogue,
# node (>= 24) with this repository's npm packages. Run `apt-get update` beforehand; about 400 MB of packages are
# downloaded to a temporary folder.
#
#   media/make.sh                everything
#   media/make.sh calls          one recipe: calls, photographs, videos or attachments (the catalogue follows)
#
# The output is deterministic for given package and encoder versions: noise has a fixed seed, containers are
# written without encoder banners, and dates come from the recipes rather than the clock.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

speech_packages=(
  asterisk-core-sounds-en-g722 asterisk-core-sounds-es-g722 asterisk-core-sounds-fr-g722
  asterisk-core-sounds-it-g722 asterisk-core-sounds-ru-g722 asterisk-prompt-fr-armelle
  asterisk-prompt-it-menardi-wav codec2-examples klettres-data pocketsphinx-testdata tuxpaint-stamps-default
)
picture_packages=(lomiri-wallpapers-16.04 lomiri-wallpapers-20.04 opencv-doc)

fetch() {
  local package
  (cd "$work" && apt-get download -qq "$@")
  for package in "$@"; do
    dpkg-deb -x "$work/$package"_*.deb "$work/$package"
    rm "$work/$package"_*.deb
  done
}

export HOLDFAST_MEDIA=$here HOLDFAST_MEDIA_SOURCES=$work
wanted=${1:-all}
[[ $wanted == photographs ]] || fetch "${speech_packages[@]}"
[[ $wanted == calls ]] || fetch "${picture_packages[@]}"

for recipe in calls photographs videos attachments; do
  if [[ $wanted == all || $wanted == "$recipe" ]]; then bash "$here/recipes/$recipe.sh"; fi
done
node "$here/recipes/catalogue.ts" "$here"
(cd "$here/.." && npx --no-install biome format --write media/catalogue.json)
