/** How Android recorders name their files, as far as it is documented publicly (docs/migration-formats.md). */

export interface RecorderName {
  recorder: string
  /** yyyy-mm-ddThh:mm:ss, with an offset if the name has one. */
  time: string
  direction: 'I' | 'O' | null
  /** `null`: unknown or withheld. */
  number: string | null
  contact: string | null
  contentType: string
}

const contentTypes: Record<string, string> = {
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  amr: 'audio/amr',
  awb: 'audio/amr-wb',
  '3gp': 'audio/3gpp',
  '3gpp': 'audio/3gpp',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  flac: 'audio/flac',
  webm: 'audio/webm',
}

interface Pattern {
  recorder: string
  /** Groups: date, clock, offset, direction, number, contact; `party` is a number or a name. */
  name: RegExp
}

const date = String.raw`(?<date>\d{4}-\d{2}-\d{2}|\d{8}|\d{6})`
const clock = String.raw`(?<clock>\d{2}[-.:]\d{2}[-.:]\d{2}|\d{6})`
const dialled = String.raw`\+?[\d*#][\d*#(). -]*`

/** The more particular ones first. */
const patterns: readonly Pattern[] = [
  {
    // 2025-10-03 16-54-44 (phone) Contact Name (+61 403 692 612) ↗.m4a
    recorder: 'Cube ACR',
    name: new RegExp(
      String.raw`^${date} ${clock} \([a-z]+\)(?: (?<contact>.*?))??(?: \((?<number>${dialled})\))?(?: (?<direction>[↗↙]))?$`,
      'u',
    ),
  },
  {
    // phone_20190514-123456_+491701234567.amr
    recorder: 'Cube ACR',
    name: new RegExp(`^[a-z]+_${date}-${clock}_(?<party>.+)$`, 'u'),
  },
  {
    // 0d20151122141548p+74993464260.3gp: public sources disagree about the first digit, so it is not read as a direction.
    recorder: 'ACR',
    name: /^[01]d(?<date>\d{8})(?<clock>\d{6})p(?<party>.+)$/u,
  },
  {
    // 20231221_143025.123+0000_in_+15551234567_John.oga
    recorder: 'BCR',
    name: new RegExp(
      String.raw`^${date}_${clock}(?:\.\d{3})?(?<offset>[+-]\d{4}|Z)(?:_(?<direction>in|out|conference))?(?:_sim\d)?(?:_(?<number>\+?[\d*#]+))?(?:_(?<contact>.+))?$`,
      'u',
    ),
  },
  {
    // Call recording +15551234567_200605_114902.m4a, Call recording Jane Doe_200605_114902.m4a
    recorder: 'Samsung',
    name: new RegExp(`^Call recording (?<party>.+)_${date}_${clock}$`, 'u'),
  },
  {
    // Call_20250418_143022_INCOMING_1234567890.m4a
    recorder: 'Samsung',
    name: new RegExp(`^Call_${date}_${clock}_(?<direction>INCOMING|OUTGOING)_(?<party>.+)$`, 'u'),
  },
  {
    // Jane(0079397172318)_20231216123836.mp3, behind a word and an at sign that depend on the language
    recorder: 'Xiaomi',
    name: /^(?:[^@]{1,30}@)?(?<contact>.+)\((?<number>\+?\d+)\)_(?<date>\d{8})(?<clock>\d{6})$/u,
  },
  {
    // 2018-02-20 20.32.15 ↓ +15551234567 (Jane).ogg, whose parts can be left out
    recorder: 'Call Recorder (axet)',
    name: new RegExp(
      String.raw`^${date} ${clock}(?: (?<direction>[↑↓]))?(?: (?<number>${dialled}?))?(?: \((?<contact>.+)\))?(?: (?<direction2>[↑↓]))?$`,
      'u',
    ),
  },
  {
    // +15551234567_200605_114902123.m4a
    recorder: 'LineageOS',
    name: /^(?:(?<contact>.+)_)?(?<number>\+?[\d*#]+|unknown)_(?<date>\d{6})_(?<clock>\d{6})\d{3}$/u,
  },
]

const incoming = new Set(['↙', '↓', 'in', 'INCOMING'])
const outgoing = new Set(['↗', '↑', 'out', 'OUTGOING'])

/** Reads the name of a file without its folder; `null` if no known recorder names files so. */
export const readRecorderName = (fileName: string): RecorderName | null => {
  const dot = fileName.lastIndexOf('.')
  const contentType = contentTypes[fileName.slice(dot + 1).toLowerCase()]
  if (dot < 1 || !contentType || fileName.length > 255) return null
  const base = fileName.slice(0, dot)
  for (const { recorder, name } of patterns) {
    const groups = name.exec(base)?.groups
    if (groups) return { recorder, contentType, ...partsOf(groups) }
  }
  return null
}

const partsOf = (groups: Partial<Record<string, string>>): Omit<RecorderName, 'recorder' | 'contentType'> => {
  const party = (groups.party ?? '').trim()
  const isNumber = /^\+?[\d*#][\d*#(). -]*$/.test(party)
  const number = groups.number ?? (isNumber ? party : '')
  const contact = (groups.contact ?? (isNumber ? '' : party)).trim()
  const direction = groups.direction ?? groups.direction2 ?? ''
  return {
    time: `${isoDate(groups.date ?? '')}T${isoClock(groups.clock ?? '')}${groups.offset ?? ''}`,
    direction: incoming.has(direction) ? 'I' : outgoing.has(direction) ? 'O' : null,
    number: number === '' || number === 'unknown' ? null : number.replace(/[(). -]/g, ''),
    contact: contact === '' || /^(?:null|unknown)$/i.test(contact) ? null : contact,
  }
}

/** Years of two digits are of this century: there were no such recorders before. */
const isoDate = (text: string): string => {
  const digits = text.replaceAll('-', '')
  const full = digits.length === 6 ? `20${digits}` : digits
  return `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}`
}

const isoClock = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  return `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`
}
