import type { MediaPart } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { PayloadRow, Tables, TenantTransaction } from '../../platform/database/index.ts'
import type { DecodingFailure } from '../../platform/media/index.ts'
import type { SealedPart } from './part-writer.ts'
import { partContentType } from './parts-of-media.ts'

const worker = { kind: 'system', reference: 'worker' } as const

/** Records the parts that were made; wanted ones that the recording has nothing for were not. */
export const insertParts = async (
  tx: TenantTransaction,
  { payload_reference, media }: PayloadRow,
  wanted: readonly MediaPart[],
  parts: readonly SealedPart[],
): Promise<void> => {
  const row = (part: MediaPart) => {
    const made = parts.find((other) => other.part === part)
    if (!made) return { part, failure: 'undecodable' }
    const { iv, size, sealed = null, s3_path = null } = made
    return { part, content_type: partContentType(part, media?.content_type ?? ''), iv, size, sealed, s3_path }
  }
  await insertRows(tx, payload_reference, wanted.map(row))
  const details = { parts: parts.map(({ part }) => part) }
  await tx.custody(worker, [{ payload_reference, event: 'payload.derived', details }])
}

/** Records why nothing could be made, so that nobody waits for it. */
export const insertFailures = async (
  tx: TenantTransaction,
  { payload_reference }: PayloadRow,
  wanted: readonly MediaPart[],
  failure: DecodingFailure,
): Promise<void> => {
  await insertRows(
    tx,
    payload_reference,
    wanted.map((part) => ({ part, failure })),
  )
  await tx.custody(worker, [{ payload_reference, event: 'payload.derivation_failed', details: { failure } }])
}

type NewPart = Omit<Insertable<Tables['derived_media']>, 'client' | 'payload_reference' | 'made_at'>

/** Another worker may have made the same parts meanwhile: its rows stay. */
const insertRows = async (
  tx: TenantTransaction,
  payload_reference: string,
  parts: readonly NewPart[],
): Promise<void> => {
  await tx.db
    .insertInto('derived_media')
    .values(parts.map((part) => ({ ...part, client: tx.client, payload_reference, made_at: tx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
