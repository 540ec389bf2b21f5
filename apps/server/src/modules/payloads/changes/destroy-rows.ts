import { type PayloadMeta, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  type Actor,
  migratedChanges,
  type PayloadRow,
  storedJson,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { type StoredBytes, storedBytesStatements } from '../content/stored-bytes.ts'
import { hasContent } from '../content/stored-content.ts'
import type { Change } from './transition.ts'
import { transitionTogether } from './transition-together.ts'

interface Destruction {
  only: NonNullable<Change['only']>
  /** For the chain of custody of each. */
  detailsOf: (payload_reference: string) => Record<string, unknown>
}

/** The parts of a destroyed recording that the caller still has to remove. */
export interface DestroyedRow {
  payload_reference: string
  object_keys: string[]
  /** Of seals that its handset replaced. */
  former_checksums: string[]
  /** The authors of corrections, migrated changes and receipts, with times: the trail repeats their texts. */
  written: { author: string; at: string }[]
}

/**
 * Ends the content of locked recordings: their wrapped keys, sealed bytes in the table, words, and what people said about the content.
 * What is known about them stays, for as long as its own retention says. The objects remain for the caller.
 * @throws ProductError `payload.illegal_transition`, also if one was changed meanwhile
 */
export const destroyRows = async (
  tx: TenantTransaction,
  actor: Actor,
  payloads: readonly PayloadRow[],
  { only, detailsOf }: Destruction,
): Promise<DestroyedRow[]> => {
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const change = { to: 'Destroyed', event: 'payload.destroyed', only, set: { media: null, lost_passes: 0 } } as const
  const made = await transitionTogether(
    tx,
    actor,
    payloads.map((payload) => ({ payload, changes: [{ ...change, details: detailsOf(payload.payload_reference) }] })),
  )
  if (made.length < payloads.length) throw new ProductError('payload.illegal_transition', { to: 'Destroyed' })
  const written = [
    ...(await amendmentsOf(tx, references)),
    // The product itself has them on the trail.
    ...(await migratedChanges(tx, references)).map((change) => ({ ...change, author: 'system' })),
    ...(await receiptTimesOf(tx, references)),
  ]
  const seals = await takeContents(tx, references)
  await tx.executeAll(storedBytesStatements(tx.client, bytesGone(payloads, seals)))
  await clearColumns(tx, payloads)
  return payloads.map(({ payload_reference, s3_path }) => {
    const former = seals.filter((seal) => seal.payload_reference === payload_reference)
    const keys = [s3_path, ...former.map((seal) => seal.s3_path)].flatMap((key) => key ?? [])
    return {
      payload_reference,
      object_keys: [...new Set(keys)],
      former_checksums: former.flatMap(({ checksum }) => checksum ?? []),
      written: written.filter((one) => one.payload_reference === payload_reference),
    }
  })
}

const amendmentsOf = ({ db, client }: TenantTransaction, references: readonly string[]) =>
  db
    .selectFrom('payload_amendments')
    .select(['payload_reference', 'amended_by as author', 'amended_at as at'])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .execute()

const receiptTimesOf = ({ db, client }: TenantTransaction, references: readonly string[]) =>
  db
    .selectFrom('payload_receipts')
    .select(['payload_reference', 'confirmed_by as author', 'confirmed_at as at'])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .execute()

/** The bytes that no longer count as stored, of present and former content. */
const bytesGone = (payloads: readonly PayloadRow[], seals: Awaited<ReturnType<typeof takeContents>>): StoredBytes[] => {
  const types = new Map(payloads.map(({ payload_reference, payload_type }) => [payload_reference, payload_type]))
  const former = seals.flatMap(({ payload_reference, size, s3_path, is_sealed }) => {
    const payload_type = types.get(payload_reference)
    return payload_type && (s3_path !== null || is_sealed) ? [{ payload_type, bytes: -(size ?? 0) }] : []
  })
  const present = payloads.filter(hasContent).map(({ payload_type, size }) => ({ payload_type, bytes: -(size ?? 0) }))
  return [...present, ...former]
}

const takeContents = async ({ db, client }: TenantTransaction, references: readonly string[]) => {
  await db
    .deleteFrom('payload_contents')
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .execute()
  return db
    .deleteFrom('former_seals')
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .returning(['payload_reference', 's3_path', 'checksum', 'size', sql<boolean>`sealed is not null`.as('is_sealed')])
    .execute()
}

/** Notes of an interview are content; the other metadata is not. */
const metaWithoutNotes = ({ notes: _, ...meta }: PayloadMeta & { notes?: unknown }) => meta

const clearColumns = async ({ db, client }: TenantTransaction, payloads: readonly PayloadRow[]): Promise<void> => {
  const rows = storedJson(
    payloads.map(({ payload_reference, meta }) => ({ payload_reference, meta: metaWithoutNotes(meta) })),
  )
  await sql`update payloads p set encrypted_dek = null, key_id = null, iv = null, s3_path = null, is_content_in_table = false,
      damaged_at = null, amendments = null, state_before_deletion = null, meta = cleared.meta
    from json_to_recordset(${rows}::json) as cleared (payload_reference text, meta jsonb)
    where p.client = ${client} and p.payload_reference = cleared.payload_reference`.execute(db)
}
