#!/usr/bin/env bash
# Five clips as handsets write them. Two are filmed footage (tree.avi of OpenCV's samples); three move a hand-held
# "camera" over a photograph, because no Debian package holds free filmed footage that would suit.
set -euo pipefail
source "$HOLDFAST_MEDIA/recipes/voices.sh"
out=$HOLDFAST_MEDIA/videos
filmed=$HOLDFAST_MEDIA_SOURCES/opencv-doc/usr/share/doc/opencv-doc/examples/data/tree.avi
photographs=$HOLDFAST_MEDIA_SOURCES/lomiri-wallpapers-16.04/usr/share/backgrounds
sound=$HOLDFAST_MEDIA_SOURCES/sound.raw
mkdir -p "$out"

h264=(-c:v libx264 -profile:v baseline -pix_fmt yuv420p -preset slow -threads 1 -g 50)
aac=(-c:a aac -ar 16000 -ac 1 -b:a 40k)
exact=(-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact)
room="anoisesrc=c=brown:r=16000:a=0.05:seed=3[n];[1][n]amix=normalize=0:duration=first,apad[a]"

# narrate VOICE PHRASE…: the sound of the clip, after a moment of silence.
narrate() {
  local voice=$1 phrase
  shift
  silence 1200 >"$sound"
  for phrase in "$@"; do say "$voice" "$phrase" >>"$sound"; silence 350 >>"$sound"; done
}

# clip FILE SECONDS TAKEN FILTER [ENCODER OPTION…] -- INPUT…: input 0 is the picture, input 1 the narration.
clip() {
  local file=$1 seconds=$2 taken=$3 filter=$4 options=()
  shift 4
  while [[ $1 != -- ]]; do options+=("$1"); shift; done
  shift
  ffmpeg -nostdin -v error -y "$@" -f s16le -ar 16000 -ac 1 -i "$sound" \
    -filter_complex "[0]$filter[v];$room" -map '[v]' -map '[a]' -t "$seconds" \
    "${exact[@]}" -metadata creation_time="$taken" "${options[@]}" "$out/$file"
}

# still NAME HEIGHT: the photograph as one picture half as high again as the clip, so that the camera can move.
still() {
  local picture=$HOLDFAST_MEDIA_SOURCES/${1%.jpg}.png
  ffmpeg -nostdin -v error -y -i "$photographs/$1" -vf "scale=-2:$2*3/2:flags=lanczos" -frames:v 1 "$picture"
  echo "$picture"
}

# pan WIDTH HEIGHT PIXELS_A_SECOND: a hand-held sweep to the right over such a picture.
pan() {
  echo "crop=$1:$2:x='20+$3*t+5*sin(2.1*t)+3*sin(5.3*t)':y='$2/4+6*sin(1.7*t)+3*cos(4.1*t)',fps=25"
}

narrate en-sphinx something.raw numbers.raw goforward.raw
clip 01-tree-in-the-wind.mp4 12 2026-05-04T07:50:00Z 'scale=640:480:flags=lanczos,fps=15' \
  "${h264[@]}" -b:v 480k "${aac[@]}" -movflags +faststart -- -i "$filmed"
clip 02-tree-qcif.3gp 10 2026-05-04T07:52:30Z 'scale=176:144,fps=15' \
  -c:v h263 -b:v 120k -c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k -- -ss 19 -i "$filmed"

narrate en-allison hello one-moment-please digits/day-1 digits/mon-4 digits/h-4 digits/9 digits/a-m
clip 03-bridge.3gp 12 2026-05-04T07:58:10Z "$(pan 480 360 18)" \
  "${h264[@]}" -b:v 420k "${aac[@]}" -- -loop 1 -t 12 -i "$(still Bridge_by_Sander_Klootwijk.jpg 360)"

# Written upright by a sensor that lies on its side: the pixels are turned and the track says how to turn them back.
narrate fr-june hello vm-youhave digits/2 vm-messages auth-thankyou
clip 04-mountain-path-rotated.mp4 14 2026-05-07T10:20:45Z "$(pan 480 640 8),transpose=cclock" \
  "${h264[@]}" -b:v 430k "${aac[@]}" -- \
  -loop 1 -t 14 -i "$(still picosdeeuropa_by_Aitzol_Berasategi.jpg 640)"
# exiftool writes the turn and moves the index to the front; copying the streams puts it at the end again.
turned=$HOLDFAST_MEDIA_SOURCES/turned.mp4
exiftool -q -n -Rotation=90 -o "$turned" "$out/04-mountain-path-rotated.mp4"
ffmpeg -nostdin -v error -y -i "$turned" -c copy -fflags +bitexact \
  -metadata creation_time=2026-05-07T10:20:45Z "$out/04-mountain-path-rotated.mp4"

# The annotations of augmented reality keep to their places in the landscape while the camera moves.
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
shift_x="(24*t+5*sin(2.1*t)+3*sin(5.3*t))"
label() {
  echo "drawtext=fontfile=$font:text='$1':fontsize=20:fontcolor=white:box=1:boxcolor=$4@0.75:boxborderw=6:x='$2-$shift_x':y=$3"
}
mark() { echo "drawtext=fontfile=$font:text='◎':fontsize=40:fontcolor=$3:x='$1-$shift_x':y=$2"; }
reticle='drawbox=x=310:y=239:w=20:h=2:color=white@0.8:t=fill,drawbox=x=319:y=230:w=2:h=20:color=white@0.8:t=fill'
narrate en-allison number digits/17 digits/4 digits/thousand digits/2 digits/hundred digits/10 is-set-to location auth-thankyou
clip 05-ar-site-visit.mp4 15 2026-05-08T09:05:30Z \
  "$(pan 640 480 24),$(mark 150 330 yellow),$(label 'Plot 17 · 4 210 m²' 190 338 0x1f6feb),$(mark 470 150 lime),$(label 'Ridge · 1.9 km' 510 158 0x1a7f37),$(label 'Access track · 42 m' 720 300 0xb35900),$reticle" \
  "${h264[@]}" -b:v 410k "${aac[@]}" -movflags +faststart -- \
  -loop 1 -t 15 -i "$(still aitzgorri_by_Aitzol_Berasategi.jpg 480)"
