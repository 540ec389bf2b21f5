# Sourced by the recipes: from a voice and the name of a phrase to 16 kHz mono PCM of that speaker saying it.
# A phrase may end in @start-end (seconds) to take a part of a longer recording.

sounds() { echo "$HOLDFAST_MEDIA_SOURCES/$1/usr/share/asterisk/sounds/$2"; }

# The recorded file that holds a phrase.
phrase_file() {
  local voice=$1 phrase=$2 sphinx=$HOLDFAST_MEDIA_SOURCES/pocketsphinx-testdata/usr/share/pocketsphinx/test/data
  case $voice in
    en-allison) echo "$(sounds asterisk-core-sounds-en-g722 en_US_f_Allison)/$phrase.g722" ;;
    es-allison) echo "$(sounds asterisk-core-sounds-es-g722 es_MX_f_Allison)/$phrase.g722" ;;
    fr-june) echo "$(sounds asterisk-core-sounds-fr-g722 fr_CA_f_June)/$phrase.g722" ;;
    fr-armelle) echo "$(sounds asterisk-prompt-fr-armelle fr)/$phrase.gsm" ;;
    it-carlo) echo "$(sounds asterisk-core-sounds-it-g722 it_IT_m_Carlo)/$phrase.g722" ;;
    it-paola) echo "$(sounds asterisk-prompt-it-menardi-wav it_IT_f_Menardi)/$phrase.wav" ;;
    ru-ivrvoice) echo "$(sounds asterisk-core-sounds-ru-g722 ru_RU_f_IvrvoiceRU)/$phrase.g722" ;;
    en-reader) echo "$sphinx/librivox/sense_and_sensibility_01_austen_64kb-$phrase.wav" ;;
    en-sphinx) echo "$sphinx/$phrase" ;;
    en-amateur) echo "$HOLDFAST_MEDIA_SOURCES/codec2-examples/usr/share/codec2/wav/$phrase.wav" ;;
    pt-letters) echo "$HOLDFAST_MEDIA_SOURCES/klettres-data/usr/share/klettres/pt_BR/$phrase.ogg" ;;
    pt-numbers) echo "$HOLDFAST_MEDIA_SOURCES/tuxpaint-stamps-default/usr/share/tuxpaint/stamps/symbols/math/${phrase}_pt.ogg" ;;
    *) echo "unknown voice: $voice" >&2; return 1 ;;
  esac
}

# say VOICE PHRASE: raw s16le on standard output, levelled, with silence trimmed at both ends.
say() {
  local voice=$1 phrase=${2%%@*} part=() raw=() file
  if [[ $2 == *@* ]]; then local range=${2#*@}; part=(-ss "${range%-*}" -to "${range#*-}"); fi
  file=$(phrase_file "$voice" "$phrase")
  if [[ $file == *.raw ]]; then raw=(-f s16le -ar 16000 -ac 1); fi
  local trim='silenceremove=start_periods=1:start_threshold=-45dB'
  ffmpeg -nostdin -v error "${raw[@]}" "${part[@]}" -i "$file" \
    -af "aresample=16000,$trim,areverse,$trim,areverse,dynaudnorm=f=200:g=9:p=0.5:m=8,alimiter=limit=0.6:level=0" \
    -f s16le -ac 1 -ar 16000 -
}

# silence MILLISECONDS: that much digital silence as 16 kHz mono s16le.
silence() { head -c $(($1 * 32)) /dev/zero; }

# ring: two rings as a British caller hears them (400 + 450 Hz, 0.4 s on, 0.2 s off, 0.4 s on, 2 s off).
ring() {
  ffmpeg -nostdin -v error -f lavfi -t 6 -i \
    "aevalsrc=0.06*(sin(2*PI*400*t)+sin(2*PI*450*t))*(lt(mod(t\,3)\,0.4)+between(mod(t\,3)\,0.6\,1)):s=16000" \
    -f s16le -ac 1 -ar 16000 -
}
