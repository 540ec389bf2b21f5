import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MigrationResultCode, type PayloadType, payloadTypes } from '@holdfast/contract'
import { type SeededRandom, seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'

export interface EstateSize {
  users: number
  /** Of the tables of recordings; backups and recorders add theirs. */
  rows: number
  /** How many rows have a file with sound. */
  media: number
}

/** An estate as its generator counted it. */
export interface EstateTally {
  codes: Partial<Record<MigrationResultCode, number>>
  /** Recordings by person, type and month, as `jane.doe Call 2023-04`. */
  recordings: Map<string, number>
  /** Of media and of messages in backups. */
  bytes: number
  repairs: number
}

const groups = 8
const firstDay = Date.UTC(2022, 0, 1)
const days = 700
const groupOf = (user: number): string => `Desk ${user % groups}`
const personOf = (user: number): string => `person.${user}`
const deviceOf = (user: number): string => `OLD-${user}`
/** One person in ten has left. One in five had another phone before. */
const hasLeft = (user: number): boolean => user % 10 === 9
const hadAnother = (user: number): boolean => user % 5 === 0
const withSound: ReadonlySet<PayloadType> = new Set(['Call', 'Interview'])
const called: ReadonlySet<PayloadType> = new Set(['Call', 'AbortedCall', 'BlockedCall'])
const messages: ReadonlySet<PayloadType> = new Set(['SMS', 'MMS', 'RCS'])

/** Writes the export of a legacy platform: tables, backups of messages and sound. The same seed writes the same export. */
export const writeEstate = async (folder: string, size: EstateSize, seed: number): Promise<EstateTally> => {
  const estate = new Estate(folder, size, seed)
  await estate.writePeople()
  await estate.writeRecordings()
  await estate.writeBackups()
  return estate.tally
}

/** Writes recordings of several Android recorders, whose names say everything. */
export const writeRecorders = async (folder: string, size: EstateSize, seed: number): Promise<EstateTally> => {
  const estate = new Estate(folder, size, seed)
  await estate.writeRecorderFiles()
  return estate.tally
}

/** How the rows of an estate end when it is loaded again. */
export const repeatedCodes = (codes: EstateTally['codes']): EstateTally['codes'] => {
  const again: EstateTally['codes'] = {}
  for (const [code, rows] of Object.entries(codes)) {
    const next = repeated[code as MigrationResultCode] ?? (code as MigrationResultCode)
    again[next] = (again[next] ?? 0) + rows
  }
  return again
}

const repeated: Partial<Record<MigrationResultCode, MigrationResultCode>> = {
  GroupAdded: 'NoChangeToGroup',
  UserCreatedOnboarded: 'NoChangeToOnboardedUser',
  UserCreatedOffboarded: 'NoChangeToOffboardedUser',
  DeviceCreatedActivated: 'NoChangeToActiveDevice',
  DeviceCreatedDeactivated: 'NoChangeToDeactivatedDevice',
  PayloadCreated: 'PayloadAlreadyLoaded',
  RecordedPayloadCreated: 'PayloadAlreadyLoaded',
  PayloadUpdated: 'PayloadAlreadyLoaded',
}

class Estate {
  readonly tally: EstateTally = { codes: {}, recordings: new Map(), bytes: 0, repairs: 0 }
  readonly #folder: string
  readonly #size: EstateSize
  readonly #random: SeededRandom

  constructor(folder: string, size: EstateSize, seed: number) {
    this.#folder = folder
    this.#size = size
    this.#random = seededRandom(`estate ${seed}`)
  }

  async writePeople(): Promise<void> {
    await this.#write('groups.csv', this.#groups())
    await this.#write('users.csv', this.#users())
    await this.#write('devices.csv', this.#devices())
  }

  /** Half of the recordings as CSV, half as NDJSON. */
  async writeRecordings(): Promise<void> {
    const { rows, media } = this.#size
    const half = Math.ceil(rows / 2)
    const every = Math.max(1, Math.floor(rows / Math.max(1, media)))
    const sound = Array.from({ length: media }, (_, index) => this.#sound(index))
    for (const [index, content] of sound.entries()) await this.#write(soundName(index), [content])
    await this.#write('payloads-1.csv', csvOf(this.#recordings(0, half, every, sound)))
    await this.#write('payloads-2.ndjson', ndjsonOf(this.#recordings(half, rows, every, sound)))
  }

  /** A tenth of the people have two backups, and the second one repeats the first. */
  async writeBackups(): Promise<void> {
    for (let user = 0; user < this.#size.users; user += 10) {
      const first = [...this.#messages(user, 2022)]
      await this.#write(`${personOf(user)}/sms-2022.xml`, backupOf(first))
      this.#end('PayloadAlreadyLoaded', first.length)
      this.tally.repairs += first.filter((message) => message.includes('&#55357;')).length
      await this.#write(`${personOf(user)}/sms-2023.xml`, backupOf([...first, ...this.#messages(user, 2023)]))
    }
  }

  async writeRecorderFiles(): Promise<void> {
    for (let user = 0; user < this.#size.users; user += 10) {
      for (const [index, nameOf] of recorderNames.entries()) {
        // In winter the local time of Lisbon is UTC.
        const time = new Date(Date.UTC(2024, 0, 1 + (user % 28), 10, index, 5)).toISOString()
        const content = this.#sound(index)
        await this.#write(`${personOf(user)}/${nameOf(time, numberOf(user))}`, [content])
        this.#created('PayloadCreated', user, 'Call', time, content.length)
      }
    }
  }

  async #write(name: string, content: Iterable<string | Uint8Array>): Promise<void> {
    const file = path.join(this.#folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await pipeline(Readable.from(content), createWriteStream(file))
  }

  #end(code: MigrationResultCode, rows = 1): void {
    this.tally.codes[code] = (this.tally.codes[code] ?? 0) + rows
  }

  #created(code: MigrationResultCode, user: number, type: PayloadType, time: string, bytes: number): void {
    this.#end(code)
    this.tally.bytes += bytes
    const key = `${personOf(user)} ${type} ${time.slice(0, 7)}`
    this.tally.recordings.set(key, (this.tally.recordings.get(key) ?? 0) + 1)
  }

  *#groups(): Generator<string> {
    yield 'group_reference,tags\r\n'
    for (let group = 0; group < groups; group += 1) {
      yield `${groupOf(group)},\r\n`
      this.#end('GroupAdded')
    }
  }

  *#users(): Generator<string> {
    yield '\ufeffdevice_user_reference,group,services,email,first_name,surname,is_active,onboard_date,offboard_date\r\n'
    for (let user = 0; user < this.#size.users; user += 1) {
      const left = hasLeft(user) ? 'false,2021-01-02T00:00:00Z,2023-12-01T00:00:00Z' : 'true,2021-01-02T00:00:00Z,'
      yield `${personOf(user)},${groupOf(user)},calls;sms;mms,${personOf(user)}@example.com,"José ""Zé""","Silva ${user}",${left}\r\n`
      this.#end(hasLeft(user) ? 'UserCreatedOffboarded' : 'UserCreatedOnboarded')
    }
  }

  *#devices(): Generator<string> {
    yield 'device_reference;device_user_reference;model;phone_number;activated_at;deactivation_date\n'
    for (let user = 0; user < this.#size.users; user += 1) {
      yield `${deviceOf(user)};${personOf(user)};Galaxy S9;${numberOf(user)};2021-01-02T00:00:00Z;\n`
      this.#end('DeviceCreatedActivated')
      if (!hadAnother(user)) continue
      yield `${deviceOf(user)}-A;${personOf(user)};Galaxy S5;${numberOf(user)};2019-01-02T00:00:00Z;2021-01-01T00:00:00Z\n`
      this.#end('DeviceCreatedDeactivated')
    }
  }

  /** @param every how many rows are between two with sound */
  *#recordings(from: number, until: number, every: number, sound: readonly Buffer[]): Generator<Cells> {
    const random = this.#random
    for (let row = from; row < until; row += 1) {
      const user = random.between(0, this.#size.users - 1)
      const content = row % every === 0 ? sound[row / every] : undefined
      const type = content ? 'Call' : random.pick(types)
      const cells = cellsOf(random, { row, user, type })
      const time = cells.payload_time ?? ''
      const fault = content ? undefined : random.between(0, 499)
      if (content) {
        const content_sha256 = createHash('sha256').update(content).digest('hex')
        yield {
          ...cells,
          content_file: soundName(row / every),
          content_sha256,
          state: random.chance(0.5) ? 'Transferred' : '',
        }
        this.#created('PayloadCreated', user, type, time, content.length)
      } else if (fault === 0) {
        yield { ...cells, device_user_reference: 'nobody.here', device_reference: '' }
        this.#end('PayloadWithNoMatchingUser')
      } else if (fault === 1 && withSound.has(type)) {
        yield { ...cells, content_file: 'media/missing.wav' }
        this.#end('PayloadDataNotAvailable')
      } else if (fault === 2) {
        yield { ...cells, numbers: '5,51E+12' }
        this.#end('Error')
      } else if (fault === 3) {
        yield { ...cells, payload_time: '2023-02-29T10:00:00Z' }
        this.#end('Error')
      } else if (fault === 4 && type === 'Call') {
        yield cells
        yield { ...cells, numbers: '+351934000001;+351934000002' }
        this.#created('RecordedPayloadCreated', user, type, time, 0)
        this.#end('PayloadUpdated')
      } else {
        yield cells
        const isWhole = type === 'AbortedCall' || type === 'BlockedCall'
        this.#created(isWhole ? 'PayloadCreated' : 'RecordedPayloadCreated', user, type, time, 0)
      }
    }
  }

  #sound(index: number): Buffer {
    const sound = wav(1)
    sound.writeUInt32LE(index + 1, sound.length - 4)
    return sound
  }

  *#messages(user: number, year: number): Generator<string> {
    for (let month = 0; month < 12; month += 1) {
      const time = Date.UTC(year, month, 5, 10, 0, user % 60)
      const number = `+3519340001${String(month).padStart(2, '0')}`
      const emoji = month % 2 === 0
      const text = `Olá ${month}`
      const type = month % 3 === 0 ? 2 : 1
      yield `<sms protocol="0" address="${number}" date="${time}" type="${type}" subject="null" body="${text}${emoji ? ' &#55357;&#56838;' : ''}" read="1" status="-1" contact_name="Rui &amp; Ana" />`
      const json = JSON.stringify({ text: `${text}${emoji ? ' 😆' : ''}` })
      if (emoji) this.tally.repairs += 1
      this.#created('PayloadCreated', user, 'SMS', new Date(time).toISOString(), Buffer.byteLength(json))
    }
    yield* this.#groupMessage(user, year)
  }

  /** A message to several people, with a picture. */
  *#groupMessage(user: number, year: number): Generator<string> {
    const time = Date.UTC(year, 6, 6, 10, 0, user % 60)
    const [one, other] = ['+351934000201', '+351934000202']
    yield `<mms date="${time}" msg_box="1" address="${one}~${other}" m_id="m-${user}-${year}" m_type="132" sub="null" ct_t="application/vnd.wap.multipart.related">
  <parts>
    <part seq="-1" ct="application/smil" name="null" cl="smil.xml" text='&lt;smil/&gt;' />
    <part seq="0" ct="image/png" name="p.png" cl="p.png" text="null" data="${picture}" />
    <part seq="0" ct="text/plain" name="null" cl="t.txt" text="Todos &#55357;&#56832;" />
  </parts>
  <addrs>
    <addr address="${one}" type="137" charset="106" />
    <addr address="insert-address-token" type="151" charset="106" />
    <addr address="${other}" type="151" charset="106" />
  </addrs>
</mms>`
    const attachments = [{ name: 'p.png', media_type: 'image/png', content: picture }]
    const json = JSON.stringify({ text: 'Todos 😀', attachments })
    this.tally.repairs += 1
    this.#created('PayloadCreated', user, 'MMS', new Date(time).toISOString(), Buffer.byteLength(json))
  }
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const types = payloadTypes as unknown as readonly [PayloadType, ...PayloadType[]]
const soundName = (index: number): string => `media/${index % 50}/${index}.wav`
const numberOf = (user: number): string => `+35191${String(2_000_000 + user)}`

const columns = [
  'reference',
  'payload_type',
  'payload_time',
  'device_user_reference',
  'device_reference',
  'direction',
  'duration',
  'numbers',
  'thread_id',
  'content_file',
  'content_sha256',
  'state',
  'notes',
] as const
type Cells = Partial<Record<(typeof columns)[number], string>>

const cellsOf = (
  random: SeededRandom,
  { row, user, type }: { row: number; user: number; type: PayloadType },
): Cells => {
  const time = new Date(firstDay + random.between(0, days * 86_400 - 1) * 1000).toISOString()
  const isNamed = random.chance(0.5)
  return {
    reference: `rec-${row}`,
    payload_type: type,
    payload_time: time,
    device_user_reference: isNamed ? personOf(user) : '',
    device_reference: isNamed ? '' : deviceOf(user),
    direction: called.has(type) || messages.has(type) ? random.pick(['I', 'O']) : '',
    duration: withSound.has(type) ? String(random.between(1, 3600)) : '',
    numbers: called.has(type) || messages.has(type) ? `+35193${random.between(1_000_000, 1_999_999)}` : '',
    thread_id: messages.has(type) ? `t-${random.between(0, 9)}` : '',
    notes: type === 'Interview' ? 'Falou de "preços";\nlinha 2, fim' : '',
  }
}

function* csvOf(rows: Iterable<Cells>): Generator<string> {
  yield `${columns.join(',')}\n`
  for (const cells of rows) yield `${columns.map((column) => csvCell(cells[column] ?? '')).join(',')}\n`
}

const csvCell = (text: string): string => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function* ndjsonOf(rows: Iterable<Cells>): Generator<string> {
  for (const cells of rows) yield `${JSON.stringify(cells)}\n`
}

function* backupOf(all: readonly string[]): Generator<string> {
  yield `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count="${all.length}">\n`
  for (const message of all) yield `${message}\n`
  yield '</smses>\n'
}

const digits = (time: string): string => time.replace(/\D/g, '')

/** By the patterns of several recorders (docs/migration-formats.md). */
const recorderNames: readonly ((time: string, number: string) => string)[] = [
  (time, number) => `${digits(time).slice(0, 8)}_${digits(time).slice(8, 14)}.123+0000_in_${number}_Jane.oga`,
  (time, number) => `phone_${digits(time).slice(0, 8)}-${digits(time).slice(8, 14)}_${number}.amr`,
  (time, number) => `Call recording ${number}_${digits(time).slice(2, 8)}_${digits(time).slice(8, 14)}.m4a`,
  (time, number) => `${time.slice(0, 10)} ${time.slice(11, 19).replaceAll(':', '.')} ↓ ${number} (Jane).ogg`,
  (time, number) => `0d${digits(time).slice(0, 14)}p${number}.3gp`,
]
