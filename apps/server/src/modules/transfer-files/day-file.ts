import { createHash } from 'node:crypto'
import type { TransferState } from '@holdfast/contract'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { DeliveryFile, DeliveryFormat } from './delivery-file.ts'
import { inBlocks } from './in-blocks.ts'
import { arrayLines } from './json-lines.ts'
import { fieldLines, linesOf, signedJson } from './signed-json.ts'
import { encrypted } from './wrapping.ts'

/** One transfer in the reconciliation of a day. */
export interface TransferOfDay {
  transfer_id: string
  folder: string
  state: TransferState
  report_from: string
  report_to: string
  collected: number
  sent: number
  confirmed: number
  differs: number
  duplicate: number
  failed: number
  waiting: number
  left_out: number
  bytes: number
  manifest_sha256: string | null
}

export interface DayToSend {
  client: string
  transfer_config_reference: string
  /** yyyy-mm-dd in `time_zone`. */
  day: string
  time_zone: string
  from: string
  until: string
  created_at: string
  /** The newest day whose file arrived. `sha256` is that of its JSON file before it is encrypted. */
  previous: { day: string; sha256: string } | null
  /** Whose windows ended on this day. */
  transfers: readonly TransferOfDay[]
  /** Whose windows ended before, and which changed on this day or are not settled. They are in no count. */
  earlier: readonly TransferOfDay[]
}

export interface DayFiles {
  /** In the order in which they are sent. */
  files: readonly DeliveryFile[]
  /** Of the JSON file before it is encrypted. */
  sha256: string
}

const documentFormat = 'holdfast-transfer-day-1'
const folder = 'reconciliation'

const counted = [
  'collected',
  'sent',
  'confirmed',
  'differs',
  'duplicate',
  'failed',
  'waiting',
  'left_out',
  'bytes',
] as const satisfies readonly (keyof TransferOfDay)[]
const fields = [
  'transfer_id',
  'folder',
  'state',
  'report_from',
  'report_to',
  ...counted,
  'manifest_sha256',
] as const satisfies readonly (keyof TransferOfDay)[]

/**
 * The name of a day's files, without what follows the dot. Accounts and configurations may share a destination, and references have
 * characters that names of files must not have: the hash tells them apart.
 */
const nameOf = ({ client, transfer_config_reference, day }: DayToSend): string => {
  const readable = transfer_config_reference
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const hash = createHash('sha256').update(`${client} ${transfer_config_reference}`).digest('hex').slice(0, 8)
  return `${day.replaceAll('-', '')}-${readable === '' ? '' : `${readable}-`}${hash}`
}

/** The reconciliation of a day as CSV and, last, as signed JSON. */
export const dayFiles = async (
  format: Pick<DeliveryFormat, 'pgp_key'>,
  keys: Pick<Keys, 'signingKey'>,
  day: DayToSend,
): Promise<DayFiles> => {
  const json = await textOf(jsonTexts(keys, day))
  const file = (extension: string, text: string): DeliveryFile => ({
    path: `${folder}/${nameOf(day)}.${extension}`,
    kind: 'manifest',
    open: () => inBlocks(textsOf(text)),
  })
  return {
    files: [encrypted(format, file('csv', csvText(day))), encrypted(format, file('json', json))],
    sha256: createHash('sha256').update(json).digest('hex'),
  }
}

async function* textsOf(text: string): AsyncGenerator<string> {
  yield text
}

const textOf = async (texts: AsyncIterable<string>): Promise<string> => {
  let whole = ''
  for await (const text of texts) whole += text
  return whole
}

/** Earlier transfers follow those of the day; `is_of_day` tells them apart. */
const csvText = ({ day, transfers, earlier }: DayToSend): string => {
  const row = (transfer: TransferOfDay, isOfDay: boolean) =>
    csvRow([day, isOfDay, ...fields.map((field) => transfer[field])])
  const rows = [...transfers.map((transfer) => row(transfer, true)), ...earlier.map((transfer) => row(transfer, false))]
  return `${byteOrderMark}${csvRow(['day', 'is_of_day', ...fields])}${rows.join('')}`
}

const jsonTexts = (keys: Pick<Keys, 'signingKey'>, day: DayToSend): AsyncGenerator<string> =>
  signedJson(keys, bodyTexts(day), {
    format: documentFormat,
    client: day.client,
    transfer_config_reference: day.transfer_config_reference,
    day: day.day,
    previous_sha256: day.previous?.sha256 ?? null,
  })

async function* bodyTexts({ transfers, earlier, ...head }: DayToSend): AsyncGenerator<string> {
  const { client, transfer_config_reference, day, time_zone, from, until, created_at, previous } = head
  const named = { client, transfer_config_reference, day, time_zone, from, until, created_at, previous }
  yield `{\n${fieldLines({ format: documentFormat, ...named })}`
  yield '"transfers":[\n'
  yield* arrayLines(linesOf(each(transfers), fields))
  yield '],\n"earlier":[\n'
  yield* arrayLines(linesOf(each(earlier), fields))
  const sums = counted.map((name) => [name, transfers.reduce((sum, transfer) => sum + transfer[name], 0)])
  yield `],\n"counts":${JSON.stringify(Object.fromEntries(sums))},\n`
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
