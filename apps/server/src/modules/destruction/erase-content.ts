import { sql } from 'kysely'
import {
  type Actor,
  custodyTimes,
  type PayloadRow,
  storedJson,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { eraseComments, type Written } from '../comments/index.ts'
import { deleteParts as deleteDerivedParts } from '../derived-media/index.ts'
import { deleteLocks } from '../object-locks/index.ts'
import { destroyRows } from '../payloads/index.ts'
import { eraseReviewNotes } from '../reviews/index.ts'
import { takeParts } from '../uploads/index.ts'
import type { DestroyedPayload } from './journal.ts'

interface Erasure {
  actor: Actor
  only: Parameters<typeof destroyRows>[3]['only']
  details: Record<string, unknown>
  ruleOf: (payload_reference: string) => DestroyedPayload['rule']
}

/**
 * Ends the content of locked recordings in the database, and everything that was made of it or written about it. Their objects are named
 * in what it returns.
 */
export const eraseContent = async (
  tx: TenantTransaction,
  payloads: readonly PayloadRow[],
  { actor, only, details, ruleOf }: Erasure,
): Promise<DestroyedPayload[]> => {
  if (payloads.length === 0) return []
  const references = payloads.map(({ payload_reference }) => payload_reference)
  const downloads = new Map(
    (await custodyTimes(tx, references, 'payload.downloaded')).map((row) => [row.payload_reference, row]),
  )
  const detailsOf = (reference: string) => {
    const rule = ruleOf(reference)
    return { ...details, policy_version: rule?.policy_version ?? null, rule }
  }
  const destroyed = await destroyRows(tx, actor, payloads, { only, detailsOf })
  const parts = await takeParts(tx, references)
  const derived = await deleteDerivedParts(tx, references)
  await deleteLocks(tx, references)
  const comments = await eraseComments(tx, references)
  const reviews = await eraseReviewNotes(tx, references)
  await eraseTexts(tx, references, [...comments, ...reviews, ...destroyed.flatMap(({ written }) => written)])
  const rows = new Map(destroyed.map((row) => [row.payload_reference, row]))
  return payloads.map((payload) => {
    const { payload_reference, payload_type, payload_time, registered_at, size, checksum } = payload
    const isOfIt = (part: { payload_reference: string }) => part.payload_reference === payload_reference
    const downloaded = downloads.get(payload_reference)
    return {
      payload_reference,
      payload_type,
      payload_time,
      registered_at,
      sealed_bytes: size,
      checksum,
      former_checksums: rows.get(payload_reference)?.former_checksums ?? [],
      rule: ruleOf(payload_reference),
      downloads: Number(downloaded?.times ?? 0),
      last_downloaded_at: downloaded?.last_at ?? null,
      object_keys: [
        ...(rows.get(payload_reference)?.object_keys ?? []),
        ...derived.filter(isOfIt).map(({ s3_path }) => s3_path),
        ...parts.filter(isOfIt).map(({ object_key }) => object_key),
      ],
    }
  })
}

const [beforeMs, afterMs] = [60_000, 180_000]

/** Texts also stand in tables that the application can only add to, which a function of the database owner changes. */
const eraseTexts = async (
  { db }: TenantTransaction,
  references: readonly string[],
  written: readonly Written[],
): Promise<void> => {
  const entries = written.flatMap(({ author, at }) => {
    const time = Date.parse(at)
    const [from, until] = [earliestId(new Date(time - beforeMs)), earliestId(new Date(time + afterMs))]
    const named = author.startsWith('app/') ? [author, author.slice('app/'.length)] : [author]
    return named.map((name) => ({ author: name, from, until }))
  })
  await sql`select app.erase_texts(${references}::text[], ${storedJson(entries)}::json)`.execute(db)
}
