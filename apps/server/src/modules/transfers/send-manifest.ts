import type { LeftOutReason, PayloadType, TransferOutcome } from '@holdfast/contract'
import { sql } from 'kysely'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import {
  type ManifestFile,
  type ManifestFiles,
  type ManifestRecording,
  manifestFiles,
} from '../transfer-files/index.ts'
import { type Announced, announceStatement, deliverFile, selectFiles } from './deliver-file.ts'
import type { Sending } from './sending.ts'
import type { Slice } from './slice.ts'
import { holdLease } from './store-results.ts'

const pageRows = 1_000

/**
 * Sends the next manifest of the configuration: its JSON file last, so that a manifest is complete once that is there. Its number counts
 * from the moment in which that file is about to get its name.
 */
export const sendManifest = async (sending: Sending): Promise<void> => {
  const { slice } = sending
  const { platform, client } = slice
  const previous = await platform.database.read(client, (tx) => lastManifest(tx, slice))
  await deliver(sending, previous, (previous?.number ?? 0) + 1)
}

/**
 * Completes a manifest that an earlier attempt began, before anything else is sent: its files say what was sent until then. One that
 * another transfer has overtaken stays incomplete.
 */
export const completeManifest = async (sending: Sending): Promise<void> => {
  const { slice } = sending
  const { platform, client, transfer } = slice
  const files = await platform.database.read(client, (tx) =>
    selectFiles(tx, transfer.transfer_id)
      .where('kind', '=', 'manifest')
      .orderBy('file_number', 'desc')
      .limit(3)
      .execute(),
  )
  const [newest] = files
  if (!newest) return
  const number = numberOf(newest.file_name)
  const isComplete =
    files.filter(({ state, file_name }) => state === 'Succeeded' && numberOf(file_name) === number).length === 3
  if (isComplete) return
  const last = await platform.database.read(client, (tx) => lastManifest(tx, slice))
  // Its JSON file may have been announced already; then this manifest is the latest itself.
  const previous =
    last?.number === number ? await platform.database.read(client, (tx) => lastManifest(tx, slice, number)) : last
  if ((previous?.number ?? 0) === number - 1) await deliver(sending, previous, number)
}

const numberOf = (file_name: string): number => Number(/^manifest-(\d+)\./.exec(file_name)?.[1])

interface LastManifest {
  number: number
  sha256: string
}

/** The newest manifest of the configuration. @param before of those below this number */
const lastManifest = async (
  tx: TenantTransaction,
  { transfer }: Slice,
  before?: number,
): Promise<LastManifest | null> => {
  const row = await tx.db
    .selectFrom('transfer_manifests')
    .select(['number', 'sha256'])
    .where('client', '=', tx.client)
    .where('transfer_config_reference', '=', transfer.transfer_config_reference)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const deliver = async (
  { slice, destination, writer }: Sending,
  previous: LastManifest | null,
  number: number,
): Promise<void> => {
  await writer.flush()
  const { platform, client, transfer, config, format } = slice
  const { transfer_id, transfer_config_reference, report_from, report_to } = transfer
  const { transfer_type, payload_types, transfer_file_format, metadata_format } = config
  const manifest = manifestFiles(format, platform.keys, {
    client,
    number,
    previous,
    created_at: new Date().toISOString(),
    transfer: {
      transfer_id,
      transfer_config_reference,
      transfer_type,
      payload_types,
      transfer_file_format,
      metadata_format,
      report_from,
      report_to,
      arrival_from: Number(transfer.arrival_from),
      arrival_to: Number(transfer.arrival_to),
    },
    recordings: () => recordingsOf(slice),
    files: () => filesOf(slice),
  })
  const known = await platform.database.read(client, (tx) =>
    selectFiles(tx, transfer_id)
      .where('kind', '=', 'manifest')
      .where('file_name', 'like', `manifest-${number}.%`)
      .execute(),
  )
  for (const file of manifest.files) {
    const before = known.find(({ file_name }) => file_name === file.path)
    if (before?.state === 'Succeeded') continue
    const isLast = file === manifest.files.at(-1)
    const announce = announceLast(slice, manifest, number)
    const delivery = { file, known: before, ...(isLast && { announce }) }
    writer.addFile(await deliverFile(slice, destination, delivery, (failed) => writer.addFile(failed)))
  }
  await writer.flush()
  await platform.database.transaction(client, async (tx) => {
    await holdLease(tx, transfer)
    await tx.db
      .updateTable('transfers')
      .set((eb) => ({
        manifest_at: tx.now,
        manifest_sha256: eb
          .selectFrom('transfer_manifests')
          .select('sha256')
          .where('client', '=', client)
          .where('transfer_config_reference', '=', transfer_config_reference)
          .where('number', '=', number),
      }))
      .where('client', '=', client)
      .where('transfer_id', '=', transfer_id)
      .execute()
  })
}

/** The number and hash of a manifest are stored together with its announcement: the next one builds on them. */
const announceLast =
  ({ platform, client, transfer }: Slice, manifest: ManifestFiles, number: number) =>
  (announced: Announced): Promise<void> =>
    platform.database.transaction(client, async (tx) => {
      await holdLease(tx, transfer)
      const { transfer_id, transfer_config_reference } = transfer
      const sha256 = manifest.sha256()
      await tx.db
        .insertInto('transfer_manifests')
        .values({ client, transfer_config_reference, number, transfer_id, sha256 })
        .onConflict((conflict) =>
          conflict.columns(['client', 'transfer_config_reference', 'number']).doUpdateSet({ sha256 }),
        )
        .execute()
      await tx.executeAll([announceStatement({ client, files: storedJson([announced]) })])
    })

interface ItemWithFile {
  arrival: number
  payload_reference: string
  payload_type: PayloadType
  outcome: TransferOutcome
  left_out_reason: LeftOutReason | null
  bytes: number | null
  sha256: string | null
  file_name: string | null
  file_bytes: number | null
  file_sha256: string | null
}

/** Receipts are no part of it: a manifest says what was sent, however late the rest of it is written. */
async function* recordingsOf({ platform, client, transfer }: Slice): AsyncGenerator<ManifestRecording> {
  let after = -1
  for (;;) {
    const from = after
    const { rows } = await platform.database.read(client, (tx) =>
      sql<ItemWithFile>`select item.arrival, item.payload_reference, item.payload_type,
          case when item.outcome in ('confirmed', 'differs') then 'sent' else item.outcome end as outcome, item.left_out_reason,
          item.bytes, item.sha256, file.file_name, file.bytes as file_bytes, file.sha256 as file_sha256
        from transfer_items item left join transfer_files file on file.client = ${client}
          and file.transfer_id = item.transfer_id and file.file_number = item.file_number and file.state = 'Succeeded'
        where item.client = ${client} and item.transfer_id = ${transfer.transfer_id} and item.arrival > ${from}
        order by item.arrival limit ${pageRows}`.execute(tx.db),
    )
    for (const { arrival: _, ...row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = last.arrival
  }
}

async function* filesOf({ platform, client, transfer }: Slice): AsyncGenerator<ManifestFile> {
  let after = 0
  for (;;) {
    const from = after
    const rows = await platform.database.read(client, (tx) =>
      selectFiles(tx, transfer.transfer_id)
        .where('file_number', '>', from)
        .where('kind', '<>', 'manifest')
        .where('state', '=', 'Succeeded')
        .orderBy('file_number')
        .limit(pageRows)
        .execute(),
    )
    for (const { file_name, kind, bytes, sha256 } of rows)
      yield { file_name, kind, bytes: bytes ?? 0, sha256: sha256 ?? '' }
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = last.file_number
  }
}
