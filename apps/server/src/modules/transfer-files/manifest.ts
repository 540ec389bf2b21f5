import { createHash } from 'node:crypto'
import {
  type LeftOutReason,
  type MetadataFormat,
  type PayloadType,
  type TransferFileFormat,
  type TransferFileKind,
  type TransferOutcome,
  type TransferType,
  transferOutcomes,
} from '@holdfast/contract'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { DeliveryFile, DeliveryFormat } from './delivery-file.ts'
import { inBlocks } from './in-blocks.ts'
import { arrayLines } from './json-lines.ts'
import { fieldLines, linesOf, signedJson } from './signed-json.ts'
import { encrypted } from './wrapping.ts'

/** The entry of one recording in a manifest. */
export interface ManifestRecording {
  payload_reference: string
  payload_type: PayloadType
  outcome: TransferOutcome
  left_out_reason: LeftOutReason | null
  /** Of the original content. */
  bytes: number | null
  sha256: string | null
  /** Below the folder of the transfer: the file with its content, or the one in which it stands with others. */
  file_name: string | null
  /** The SHA-256 of that file as it was delivered. */
  file_bytes: number | null
  file_sha256: string | null
}

/** A file that lies in the folder of the transfer, apart from manifests. */
export interface ManifestFile {
  file_name: string
  kind: TransferFileKind
  bytes: number
  sha256: string
}

export interface ManifestToSend {
  client: string
  /** Counts the manifests of the configuration. */
  number: number
  /** The newest manifest that arrived. `sha256` is that of its JSON file before it is encrypted. */
  previous: { number: number; sha256: string } | null
  created_at: string
  transfer: {
    transfer_id: string
    transfer_config_reference: string
    transfer_type: TransferType
    payload_types: readonly PayloadType[]
    transfer_file_format: TransferFileFormat
    metadata_format: MetadataFormat
    report_from: string
    report_to: string
    arrival_from: number
    arrival_to: number
  }
  /** Read anew for each of the files. */
  recordings(): AsyncIterable<ManifestRecording>
  files(): AsyncIterable<ManifestFile>
}

/** The files of a manifest, in the order in which they are sent: once the last one is there, all are. */
export interface ManifestFiles {
  files: readonly DeliveryFile[]
  /** The SHA-256 of the JSON file before it is encrypted, once it was read to its end. The next manifest names it. */
  sha256(): string
}

/** The manifest as CSV, for `sha256sum -c`, and, last, as signed JSON. The checksums are those of the files as they lie there. */
export const manifestFiles = (
  format: Pick<DeliveryFormat, 'pgp_key'>,
  keys: Pick<Keys, 'signingKey'>,
  manifest: ManifestToSend,
): ManifestFiles => {
  const name = `manifest-${manifest.number}`
  const file = (extension: string, open: () => AsyncIterable<Uint8Array>): DeliveryFile => ({
    path: `${name}.${extension}`,
    kind: 'manifest',
    open,
  })
  let sha256: string | null = null
  async function* json() {
    const hash = createHash('sha256')
    for await (const block of inBlocks(jsonTexts(keys, manifest))) {
      hash.update(block)
      yield block
    }
    sha256 = hash.digest('hex')
  }
  return {
    files: [
      encrypted(
        format,
        file('csv', () => inBlocks(csvTexts(manifest))),
      ),
      file('sha256', () => inBlocks(checksumLines(manifest))),
      encrypted(format, file('json', json)),
    ],
    sha256: () => {
      if (sha256 === null) throw new Error('The manifest has not been read')
      return sha256
    },
  }
}

const recordingFields = [
  'payload_reference',
  'payload_type',
  'outcome',
  'left_out_reason',
  'bytes',
  'sha256',
  'file_name',
  'file_bytes',
  'file_sha256',
] as const satisfies readonly (keyof ManifestRecording)[]
const fileFields = ['file_name', 'kind', 'bytes', 'sha256'] as const satisfies readonly (keyof ManifestFile)[]

async function* csvTexts({ recordings }: ManifestToSend): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(recordingFields)
  for await (const recording of recordings()) yield csvRow(recordingFields.map((field) => recording[field]))
}

async function* checksumLines({ files }: ManifestToSend): AsyncGenerator<string> {
  for await (const { sha256, file_name } of files()) yield `${sha256}  ${file_name}\n`
}

const documentFormat = 'holdfast-transfer-manifest-1'

const jsonTexts = (keys: Pick<Keys, 'signingKey'>, manifest: ManifestToSend): AsyncGenerator<string> => {
  const { client, number, previous, transfer } = manifest
  return signedJson(keys, bodyTexts(manifest), {
    format: documentFormat,
    client,
    transfer_config_reference: transfer.transfer_config_reference,
    transfer_id: transfer.transfer_id,
    number,
    previous_sha256: previous?.sha256 ?? null,
  })
}

async function* bodyTexts(manifest: ManifestToSend): AsyncGenerator<string> {
  const { client, number, previous, created_at, transfer, recordings, files } = manifest
  yield `{\n${fieldLines({ format: documentFormat, client, number, previous, created_at, transfer })}`
  const counts = new Map<PayloadType, Counts>()
  yield '"recordings":[\n'
  yield* arrayLines(linesOf(recordings(), recordingFields, (recording) => count(counts, recording)))
  yield '],\n"files":[\n'
  yield* arrayLines(linesOf(files(), fileFields))
  const byType = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  yield `],\n"counts":${JSON.stringify(totalOf(byType.map(([, each]) => each)))},\n`
  yield `"counts_by_type":${JSON.stringify(Object.fromEntries(byType))},\n`
}

/** As `TransferCounts`: those that were confirmed are also sent. `bytes` are those of their original contents. */
type Counts = Record<'collected' | TransferOutcome | 'bytes', number>

const noCounts = (): Counts => ({
  collected: 0,
  ...(Object.fromEntries(transferOutcomes.map((outcome) => [outcome, 0])) as Record<TransferOutcome, number>),
  bytes: 0,
})

const count = (counts: Map<PayloadType, Counts>, { payload_type, outcome, bytes }: ManifestRecording): void => {
  const of = counts.get(payload_type) ?? noCounts()
  counts.set(payload_type, of)
  of.collected++
  of[outcome]++
  if (outcome === 'confirmed') of.sent++
  if (outcome === 'sent' || outcome === 'confirmed') of.bytes += bytes ?? 0
}

const totalOf = (all: readonly Counts[]): Counts => {
  const total = noCounts()
  for (const counts of all) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
  }
  return total
}
