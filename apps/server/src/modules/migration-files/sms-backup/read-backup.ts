import { ownerOfFile } from '../file-kinds.ts'
import { type LegacyFile, type RowReading, refused } from '../legacy-rows.ts'
import { say } from '../sentences.ts'
import { type Attributes, type BackupEvent, backupElements } from './backup-elements.ts'
import type { BackupItem } from './backup-item.ts'
import { callRow } from './call-row.ts'
import { maxElementCharacters } from './clean-markup.ts'
import { mmsRow, smsRow } from './message-rows.ts'

const rowsOf = { sms: smsRow, mms: mmsRow, call: callRow } as const
const roots: ReadonlySet<string> = new Set(['smses', 'calls'])
const withinRows: ReadonlySet<string> = new Set(['parts', 'part', 'addrs', 'addr'])
const isRow = (name: string): name is keyof typeof rowsOf => Object.hasOwn(rowsOf, name)

const maxParts = 1000
const maxProblems = 10

/**
 * The messages and calls of a backup that SMS Backup & Restore wrote. An element that cannot be read is a refused row; problems
 * between rows are rows, too.
 */
export async function* readBackup(file: LegacyFile): AsyncGenerator<RowReading> {
  const reader = new BackupReader(ownerOfFile(file.name))
  for await (const event of backupElements(file.bytes)) yield* reader.read(event)
  yield* reader.end()
}

class BackupReader {
  readonly #owner: string | null
  #isFirst = true
  #item: BackupItem | null = null
  #name: keyof typeof rowsOf = 'sms'
  #characters = 0
  /** Since the last row. */
  #problems: string[] = []
  /** The last row was damaged, and the parser stumbles over what is left of it. */
  #isStumbling = false

  constructor(owner: string | null) {
    this.#owner = owner
  }

  *read(event: BackupEvent): Generator<RowReading> {
    if (event.event === 'problem') {
      if (this.#isStumbling && !event.isEnd) return
      if (this.#problems.length < 10 && !this.#problems.includes(event.problem)) this.#problems.push(event.problem)
    } else if (event.event === 'begin') {
      if (!isRow(event.name)) return
      if (this.#item) yield this.#row(say('xml_end'))
      this.#isStumbling = false
      yield* this.#strayProblems()
    } else if (event.event === 'open') yield* this.#open(event)
    else if (this.#item && event.name === this.#name) yield this.#row()
  }

  *end(): Generator<RowReading> {
    if (this.#item) yield this.#row(say('xml_end'))
    yield* this.#strayProblems()
    if (this.#isFirst) yield refused(say('xml_none'))
  }

  *#open({
    name,
    depth,
    attributes,
    tooLong,
    repairs,
  }: Extract<BackupEvent, { event: 'open' }>): Generator<RowReading> {
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (this.#item) this.#addTo(this.#item, name, attributes, tooLong, repairs)
    else if (isRow(name)) {
      this.#name = name
      const problems = tooLong.slice(0, maxProblems).map((attribute) => say('long_value', { attribute }))
      this.#item = { owner: this.#owner, attributes, parts: [], addresses: [], problems, repairs }
      this.#characters = charactersOf(attributes)
    } else if (isFirst && !roots.has(name)) {
      yield refused(say('xml_root', { element: `<${name.slice(0, 60)}>`, expected: '<smses>, <calls>' }))
    } else if (depth <= 1 && !this.#isStumbling && !roots.has(name) && !withinRows.has(name)) {
      yield* this.#strayProblems(say('xml_stray', { element: `<${name.slice(0, 60)}>` }))
    }
  }

  #addTo(item: BackupItem, name: string, attributes: Attributes, tooLong: string[], repairs: number): void {
    item.repairs += repairs
    if (name !== 'part' && name !== 'addr') return
    if (item.parts.length + item.addresses.length >= maxParts) {
      if (item.problems.length < maxProblems) item.problems.push(say('too_many_parts', { parts: maxParts }))
      return
    }
    this.#characters += charactersOf(attributes)
    const tooLarge = name === 'addr' ? say('recipient_large') : say('attachment_large', { name: labelOf(attributes) })
    if (tooLong.length > 0) item.problems.push(tooLarge)
    else if (this.#characters > maxElementCharacters) {
      if (item.problems.length < maxProblems) item.problems.push(say('attachments_large'))
    } else if (name === 'addr') item.addresses.push(attributes)
    else item.parts.push(attributes)
  }

  #row(...more: string[]): RowReading {
    const item = this.#item as BackupItem
    const damage = [...this.#problems, ...more]
    const problems = [...item.problems, ...damage.map((problem) => `${say('xml_damaged')}: ${problem}`)]
    this.#isStumbling = damage.length > 0
    this.#item = null
    this.#problems = []
    return rowsOf[this.#name]({ ...item, problems })
  }

  *#strayProblems(...more: string[]): Generator<RowReading> {
    const problems = [...this.#problems, ...more]
    this.#problems = []
    if (problems.length > 0) yield refused(`${say('xml_between')}: ${problems.join('. ')}`)
  }
}

const charactersOf = (attributes: Attributes): number =>
  Object.values(attributes).reduce((sum, value) => sum + value.length, 0)

const labelOf = ({ name, fn, cl }: Attributes): string =>
  [name, fn, cl].find((label) => label !== undefined && label !== '' && label !== 'null')?.slice(0, 100) ??
  'without a name'
