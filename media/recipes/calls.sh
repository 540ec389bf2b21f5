#!/usr/bin/env bash
# Renders dialogues.txt: two people on a telephone, each on a track of their own until the very end.
# A line puts its speaker on one track and silence of the same length on the other; pauses lie between the
# lines and, shorter, between a speaker's phrases. Then comes the telephone band and the hiss of the line.
set -euo pipefail
source "$HOLDFAST_MEDIA/recipes/voices.sh"
mkdir -p "$HOLDFAST_MEDIA/calls" "$HOLDFAST_MEDIA/interviews"
near=$HOLDFAST_MEDIA_SOURCES/near.raw
far=$HOLDFAST_MEDIA_SOURCES/far.raw
line=$HOLDFAST_MEDIA_SOURCES/line.raw

codec_of() {
  case $1 in
    *.amr) echo '-ar 8000 -c:a libopencore_amrnb -b:a 12.2k' ;;
    *.awb) echo '-ar 16000 -c:a libvo_amrwbenc -b:a 12.65k -f amr' ;;
    *.m4a) echo '-ar 16000 -c:a aac -b:a 32k -movflags +faststart' ;;
    *.opus) echo '-ar 16000 -c:a libopus -b:a 20k -application voip' ;;
    *.ogg) echo '-ar 16000 -c:a libvorbis -q:a 1' ;;
    *8k.wav) echo '-ar 8000 -c:a pcm_s16le' ;;
    *.wav) echo '-ar 16000 -c:a pcm_s16le' ;;
  esac
}

band_of() {
  case $1 in
    narrow) echo 'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400' ;;
    wide) echo 'highpass=f=60,lowpass=f=7000' ;;
  esac
}

# finish FILE LAYOUT BAND: mixes (mono) or keeps apart (stereo) the two tracks and encodes them.
finish() {
  local file=$HOLDFAST_MEDIA/$1 join band codec
  [[ $2 == stereo ]] && join='join=inputs=2:channel_layout=stereo' || join='amix=inputs=2:normalize=0'
  band=$(band_of "$3")
  read -ra codec <<<"$(codec_of "$1")"
  local hiss="anoisesrc=c=pink:r=16000:a=0.012"
  local pcm='-f s16le -ar 16000 -ac 1'
  # shellcheck disable=SC2086 # $pcm is a list of options
  ffmpeg -nostdin -v error -y $pcm -i "$near" $pcm -i "$far" -filter_complex \
    "$hiss:seed=7[n1];$hiss:seed=11[n2];[0][n1]amix=normalize=0:duration=first,$band[a];[1][n2]amix=normalize=0:duration=first,$band[b];[a][b]$join[out]" \
    -map '[out]' -map_metadata -1 -fflags +bitexact -flags:a +bitexact "${codec[@]}" "$file"
}

# speak SIDE VOICE PHRASE…: one turn of the conversation, then a pause that differs from turn to turn.
speak() {
  local side=$1 voice=$2 phrase
  shift 2
  : >"$line"
  for phrase in "$@"; do
    case $phrase in
      _*) silence "${phrase#_}" >>"$line" ;;
      *) say "$voice" "$phrase" >>"$line"; silence 90 >>"$line" ;;
    esac
  done
  turn=$((turn + 1))
  silence $((350 + turn * 377 % 800)) >>"$line"
  add_to_both "$side"
}

# add_to_both SIDE: what was said goes to one track, as much silence to the other.
add_to_both() {
  local bytes
  bytes=$(stat -c %s "$line")
  if [[ $1 == A ]]; then cat "$line" >>"$near"; head -c "$bytes" /dev/zero >>"$far"
  else cat "$line" >>"$far"; head -c "$bytes" /dev/zero >>"$near"; fi
}

file=''
while read -r first second rest; do
  case $first in
    '' | '#'*) ;;
    call)
      [[ -z $file ]] || finish "$file" "$layout" "$band"
      file=$second turn=0
      read -r layout band <<<"$rest"
      silence 400 >"$near"; silence 400 >"$far" ;;
    ring) ring >"$line"; add_to_both B ;;
    A | B)
      read -ra phrases <<<"$rest"
      speak "$first" "$second" "${phrases[@]}" ;;
  esac
done <"$HOLDFAST_MEDIA/recipes/dialogues.txt"
finish "$file" "$layout" "$band"
