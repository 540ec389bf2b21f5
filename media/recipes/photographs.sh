#!/usr/bin/env bash
# Scales photographs to a handset's 4:3 and writes the EXIF that a handset writes. The places, times and models
# are invented for the demonstration; the author and the licence are true and stay in Artist and Copyright.
# Where Orientation is 6 or 3 the pixels are stored turned, as the sensor delivers them.
set -euo pipefail
out=$HOLDFAST_MEDIA/photographs
mkdir -p "$out"

# The first JPEG quality (2 is best) whose file is at most 245 kB, so that EXIF fits below 250 kB.
encode() {
  local source=$1 filter=$2 target=$3 quality
  for quality in 3 4 5 6 7 8 10 12 15; do
    ffmpeg -nostdin -v error -y -i "$source" -vf "$filter" -frames:v 1 -map_metadata -1 -fflags +bitexact \
      -flags:v +bitexact -pix_fmt yuvj420p -q:v "$quality" "$target"
    if (($(stat -c %s "$target") <= 245000)); then return; fi
  done
}

while IFS=$'\t' read -r name source author licence shape make model taken offset latitude longitude orientation; do
  case $shape in
    landscape) filter='crop=min(iw\,ih*4/3):min(ih\,iw*3/4),scale=1600:1200:flags=lanczos' ;;
    portrait) filter='crop=min(iw\,ih*3/4):min(ih\,iw*4/3),scale=1200:1600:flags=lanczos' ;;
  esac
  case $orientation in
    6) filter+=',transpose=cclock' ;;
    3) filter+=',hflip,vflip' ;;
  esac
  encode "$HOLDFAST_MEDIA_SOURCES"/lomiri-wallpapers-*/usr/share/backgrounds/"$source" "$filter" "$out/$name.jpg"
  exiftool -q -overwrite_original -n -Make="$make" -Model="$model" -Orientation="$orientation" \
    -DateTimeOriginal="$taken" -CreateDate="$taken" -ModifyDate="$taken" \
    -OffsetTime="$offset" -OffsetTimeOriginal="$offset" -OffsetTimeDigitized="$offset" \
    -ExposureTime=0.008 -FNumber=1.8 -ISO=64 -FocalLength=6.9 -Flash=16 -ExposureProgram=2 \
    -GPSLatitude="${latitude#-}" -GPSLatitudeRef="$([[ $latitude == -* ]] && echo S || echo N)" \
    -GPSLongitude="${longitude#-}" -GPSLongitudeRef="$([[ $longitude == -* ]] && echo W || echo E)" \
    -Artist="$author" -Copyright="$author, $licence; cropped and scaled" "$out/$name.jpg"
done <"$HOLDFAST_MEDIA/recipes/photographs.tsv"
