import type { MediaPart } from '@holdfast/contract'
import {
  custodyStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import type { DecodingFailure } from '../../platform/media/index.ts'
import { storeContentsStatement } from '../payloads/index.ts'
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
    const base = { client: tx.client, payload_reference, part, made_at: tx.now }
    if (!made) return { ...base, failure: 'undecodable' }
    const { iv, size, s3_path = null } = made
    return { ...base, content_type: partContentType(part, media?.content_type ?? ''), iv, size, s3_path }
  }
  await insertRows(tx, wanted.map(row))
  const small = parts.flatMap(({ part, sealed }) => (sealed ? [{ payload_reference, part, sealed }] : []))
  await tx.executeAll([
    ...(small.length > 0 ? [storeContentsStatement(tx.client, small)] : []),
    custodyStatement(tx, [
      {
        actor: worker,
        payload_reference,
        event: 'payload.derived',
        details: { parts: parts.map(({ part }) => part) },
      },
    ]),
  ])
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
    wanted.map((part) => ({ client: tx.client, payload_reference, part, made_at: tx.now, failure })),
  )
  await tx.custody(worker, [{ payload_reference, event: 'payload.derivation_failed', details: { failure } }])
}
