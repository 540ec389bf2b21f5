import { createHash } from 'node:crypto'
import type { ReconciledSample } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { Platform } from '../../../core/platform.ts'
import {
  type PayloadRow,
  readCustodyEvents,
  storedJson,
  type Tables,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { examineContent, findPayload, hasContent } from '../../payloads/index.ts'
import type { MigrationRecord } from '../runs/migration-record.ts'
import { statementsOf } from './count-page.ts'

type StoredRow = Insertable<Tables['legacy_reconciliation_rows']>

export type SampledRow = Omit<StoredRow, 'client' | 'migration_id' | 'sample'> & { sample: ReconciledSample }

/** Events of a recording that are looked at for its import. */
const maxEvents = 1000

/** Opens the recordings of a sample, and compares them with what the source gave. */
export const sampleRows = async (
  platform: Platform,
  begun: MigrationRecord,
  { references, stating }: { references: readonly string[]; stating: readonly string[] },
  signal: AbortSignal,
): Promise<SampledRow[]> => {
  const rows: SampledRow[] = []
  for (const reference of references) {
    signal.throwIfAborted()
    const row = await sampleRow(platform, begun, { payload_reference: reference, stating }, signal)
    if (row) rows.push(row)
  }
  return rows
}

export const storeSample = async (
  tx: TenantTransaction,
  migration_id: string,
  rows: readonly SampledRow[],
): Promise<void> => {
  if (rows.length === 0) return
  const { client } = tx
  await tx.db
    .insertInto('legacy_reconciliation_rows')
    .values(rows.map((row) => ({ client, migration_id, ...row, sample: storedJson(row.sample) })))
    .execute()
}

const sampleRow = async (
  platform: Platform,
  begun: MigrationRecord,
  { payload_reference, stating }: { payload_reference: string; stating: readonly string[] },
  signal: AbortSignal,
): Promise<SampledRow | null> => {
  const { payload, said, imported } = await platform.database.read(begun.client, async (tx) => ({
    payload: await findPayload(tx, payload_reference),
    said: await findSaid(tx, begun.migration_id, { payload_reference, stating }),
    imported: await importOf(tx, payload_reference),
  }))
  // It was deleted or destroyed meanwhile.
  if (!payload || !said || ['Deleted', 'Destroyed'].includes(payload.payload_state)) return null
  const isStored = hasContent(payload)
  const opened = isStored ? await openedOf(platform, payload, signal) : null
  const content_sha256 = opened?.sha256 ?? null
  const legacy_sha256 = imported?.content_sha256 ?? null
  const isSame = isStored && legacy_sha256 !== null ? content_sha256 === legacy_sha256 : null
  const arrived_bytes = opened?.bytes ?? null
  const arrived_seconds = payload.media?.duration_ms == null ? null : payload.media.duration_ms / 1000
  const differenceTo = (arrived: number | null, stated: number) =>
    arrived === null ? null : Math.round((arrived - stated) * 1000) / 1000
  const sample: ReconciledSample = {
    file_name: imported?.file_name ?? null,
    row_number: imported?.row_number ?? null,
    legacy_sha256,
    content_sha256,
    is_same_content: isSame,
  }
  return {
    grain: 'sample',
    key: payload_reference,
    payload_type: payload.payload_type,
    stated_by: 'rows',
    stated_payloads: 1,
    stated_seconds: said.seconds,
    stated_bytes: said.bytes,
    arrived_payloads: 1,
    arrived_seconds,
    arrived_bytes,
    waiting_payloads: payload.payload_state === 'Recorded' ? 1 : 0,
    destroyed_payloads: 0,
    difference: 0,
    difference_seconds: differenceTo(arrived_seconds, said.seconds),
    difference_bytes: differenceTo(arrived_bytes, said.bytes),
    // Legacy platforms round seconds, and count ringing among them.
    is_different: isSame === false || (arrived_bytes ?? 0) !== said.bytes,
    sample,
  }
}

/** As the row says that brought it, else as the row of the run says. */
const findSaid = async (
  tx: TenantTransaction,
  migration_id: string,
  { payload_reference, stating }: { payload_reference: string; stating: readonly string[] },
) =>
  (await statementsOf(tx, stating, [payload_reference])).get(payload_reference) ??
  tx.db
    .selectFrom('legacy_migration_payloads')
    .select(['seconds', 'bytes'])
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)
    .where('payload_reference', '=', payload_reference)
    .executeTakeFirst()

interface Origin {
  file_name?: string | null
  row_number?: number | null
  content_sha256?: string | null
}

/** The import that brought its content, or the latest one. */
const importOf = async (tx: TenantTransaction, payload_reference: string): Promise<Origin | null> => {
  const events = await readCustodyEvents(tx, payload_reference, {
    limit: maxEvents,
    actor_kinds: undefined,
    before: undefined,
  })
  const origins = events
    .filter(({ event }) => event === 'payload.imported')
    .map(({ details }) => details.legacy as Origin)
  return origins.find(({ content_sha256 }) => content_sha256) ?? origins[0] ?? null
}

/** SHA-256 and bytes of the opened content; `null` if it is damaged. */
const openedOf = async (
  platform: Platform,
  payload: PayloadRow,
  signal: AbortSignal,
): Promise<{ sha256: string; bytes: number } | null> => {
  const hash = createHash('sha256')
  let bytes = 0
  const onOpened = (content: Uint8Array) => {
    hash.update(content)
    bytes += content.length
  }
  const { damage } = await examineContent(platform, payload, { signal, onOpened })
  return damage === null ? { sha256: hash.digest('hex'), bytes } : null
}
