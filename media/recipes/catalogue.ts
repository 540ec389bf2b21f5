import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes catalogue.json: what origins.tsv says of each file, plus what can be measured of it. */
const folder = process.argv[2] ?? '.'

const probe = (path: string, entries: string): string =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path]).toString().trimEnd()

/** When the last packet ends. AMR has no header that tells its length; what ffprobe says of the file is a guess. */
const endOfLastPacket = (path: string): number => {
  const last = probe(path, 'packet=pts_time,duration_time').split('\n').at(-1) ?? ''
  return last.split(',').reduce((sum, seconds) => sum + Number(seconds), 0)
}

/** Length in seconds to a tenth. */
const durationSeconds = (path: string, mediaType: string): number => {
  const seconds = /^audio\/amr/.test(mediaType) ? endOfLastPacket(path) : Number(probe(path, 'format=duration'))
  return Math.round(seconds * 10) / 10
}

const isTimed = (mediaType: string) => mediaType.startsWith('audio/') || mediaType.startsWith('video/')

const describe = (row: string) => {
  const [file = '', mediaType = '', kind, language, speakers, origin, licence] = row.split('\t')
  const path = join(folder, file)
  const content = readFileSync(path)
  return {
    file,
    media_type: mediaType,
    kind,
    ...(isTimed(mediaType) && { duration_s: durationSeconds(path, mediaType) }),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...(language && { language }),
    ...(speakers && { speakers: speakers.split('; ') }),
    origin,
    licence,
  }
}

const rows = readFileSync(join(folder, 'recipes/origins.tsv'), 'utf8').trimEnd().split('\n').slice(1)
writeFileSync(join(folder, 'catalogue.json'), `${JSON.stringify(rows.map(describe), null, 2)}\n`)
