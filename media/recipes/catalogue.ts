import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes catalogue.json: what origins.tsv says of each file, plus what can be measured of it. */
const folder = process.argv[2] ?? '.'

/** Length in seconds to a tenth, as ffprobe reads it from the file. */
const durationSeconds = (path: string): number => {
  const printed = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path])
  return Math.round(Number(printed) * 10) / 10
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
    ...(isTimed(mediaType) && { duration_s: durationSeconds(path) }),
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
