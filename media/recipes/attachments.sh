#!/usr/bin/env bash
# What people attach to MMS and RCS messages: small pictures, a voice note, a visiting card and a one-page PDF.
set -euo pipefail
source "$HOLDFAST_MEDIA/recipes/voices.sh"
out=$HOLDFAST_MEDIA/attachments
photographs=$HOLDFAST_MEDIA_SOURCES/lomiri-wallpapers-16.04/usr/share/backgrounds
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
exact=(-map_metadata -1 -fflags +bitexact -flags +bitexact)
mkdir -p "$out"

ffmpeg -nostdin -v error -y -i "$photographs/Dragonfly_by_Bolly.jpg" -vf scale=640:480:flags=lanczos -frames:v 1 \
  "${exact[@]}" -pix_fmt yuvj420p -q:v 9 "$out/dragonfly.jpg"
exiftool -q -overwrite_original -Artist='Bolly' -Copyright='Bolly, CC-BY-SA-4.0; scaled' "$out/dragonfly.jpg"

# A price chart as someone would photograph off a screen: drawn here, so nobody's property.
ffmpeg -nostdin -v error -y -f lavfi -i color=c=0x10222f:s=480x320 -frames:v 1 -vf "\
geq=r='if(lt(abs(Y-(190-X/6-28*sin(X/31)-11*sin(X/9))),2),90,if(not(mod(Y,40)),38,16))':g='if(lt(abs(Y-(190-X/6-28*sin(X/31)-11*sin(X/9))),2),210,if(not(mod(Y,40)),60,34))':b='if(lt(abs(Y-(190-X/6-28*sin(X/31)-11*sin(X/9))),2),160,if(not(mod(Y,40)),80,47))',\
drawtext=fontfile=$font:text='GILT 4¾ 2043 · 98.42':fontsize=20:fontcolor=white:x=16:y=14" \
  "${exact[@]}" "$out/chart.png"

ffmpeg -nostdin -v error -y -f lavfi -i "color=c=white:s=160x120:r=5:d=2" -vf "\
drawtext=fontfile=$font:text='✔':fontsize=64+24*sin(PI*t):fontcolor=0x1a7f37:x=(w-tw)/2:y=(h-th)/2,split[a][b];[a]palettegen=max_colors=16[p];[b][p]paletteuse" \
  "${exact[@]}" "$out/done.gif"

{ silence 200; for phrase in hello digits/2 digits/hundred digits/thousand digits/dollars digits/tomorrow auth-thankyou; do
  say en-allison "$phrase"; silence 250; done; } |
  ffmpeg -nostdin -v error -y -f s16le -ar 16000 -ac 1 -i - "${exact[@]}" -ar 8000 -c:a libopencore_amrnb -b:a 12.2k \
    "$out/voice-note.amr"

printf '%s\r\n' BEGIN:VCARD VERSION:3.0 'N:Carvalho;Beatriz;;;' 'FN:Beatriz Carvalho' 'ORG:Banco Exemplo S.A.;Mesa de câmbio' \
  'TITLE:Operadora sênior' 'TEL;TYPE=CELL:+55 11 91234-5678' 'EMAIL:beatriz.carvalho@banco.example' END:VCARD \
  >"$out/beatriz-carvalho.vcf"

# A one-page PDF, written object by object with the byte offsets that its cross-reference table needs.
pdf=$out/term-sheet.pdf
offsets=()
object() { offsets+=("$(stat -c %s "$pdf")"); printf '%d 0 obj\n%s\nendobj\n' "${#offsets[@]}" "$1" >>"$pdf"; }
page='BT /F1 20 Tf 72 760 Td (Indicative term sheet) Tj /F1 11 Tf 0 -36 Td (Instrument: GBP/BRL non-deliverable forward) Tj
0 -18 Td (Notional: GBP 2,000,000) Tj 0 -18 Td (Fixing: PTAX, two business days before settlement) Tj
0 -18 Td (Settlement: 27 October 2026, in USD) Tj 0 -36 Td (Fictitious document for demonstration.) Tj ET'
printf '%%PDF-1.4\n' >"$pdf"
object '<< /Type /Catalog /Pages 2 0 R >>'
object '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
object '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>'
object "<< /Length ${#page} >>
stream
$page
endstream"
object '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
start=$(stat -c %s "$pdf")
{
  printf 'xref\n0 6\n0000000000 65535 f \n'
  printf '%010d 00000 n \n' "${offsets[@]}"
  printf 'trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n' "$start"
} >>"$pdf"
