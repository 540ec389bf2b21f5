import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import type { LockedVersion, ObjectLocks } from '../../platform/objects/index.ts'
import {
  type KnownLock,
  type LockDifference,
  noteAskedLocks,
  type SeenLock,
  seenLocks,
  settleFormerLocks,
  storeSeenLocks,
} from '../object-locks/index.ts'
import { examineContent, findPayloads, lockPayloads, recordDamage, storedPayloadsAfter } from '../payloads/index.ts'
import { type Explanation, explain } from '../retention/index.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SweepPage } from './sweep-job.ts'
import { keptStates } from './sweep-payloads.ts'
import { wantedLock } from './wanted-lock.ts'

const actor = { kind: 'system', reference: 'sweep' } as const

/** A recording with an object, and what the store has of it. */
interface Examined {
  payload: PayloadRow
  object_key: string
  /** The version that is to be locked; `null`: it is gone. */
  found: LockedVersion | null
  /** The lock as the store gave it before. */
  before: KnownLock | undefined
  difference: LockDifference | null
  wanted: Date | null
}

/**
 * Compares the locks of recordings with what the store said of them before, and makes them as long as retention wants them. Nothing makes
 * a lock shorter. It is safe to repeat after any step.
 */
export const sweepLocks = async (sweep: SweepPage): Promise<string | null> => {
  const { platform, client, after, limit, signal } = sweep
  const { locks, database } = platform
  if (!locks) return null
  const { page, toExamine } = await database.read(client, (tx) => readPage(tx, after, limit))
  const examined: Examined[] = []
  await forEachConcurrently(toExamine, async (one) => {
    signal.throwIfAborted()
    examined.push(await examine(sweep, locks, one))
  })
  const asked = await database.transaction(client, (tx) => noteAsked(tx, examined))
  const seen: SeenLock[] = []
  await forEachConcurrently(examined, async (one) => {
    signal.throwIfAborted()
    seen.push(await extend(locks, one, asked))
  })
  const present = await database.transaction(client, async (tx) => {
    const present = await presentAmong(tx, seen)
    await storeSeenLocks(tx, present)
    const references = page.map(({ payload_reference }) => payload_reference)
    const keys = toExamine.map(({ object_key }) => object_key)
    await settleFormerLocks(tx, references, keys)
    return present
  })
  // Objects of recordings that were destroyed meanwhile are rightly gone.
  for (const { object_key, difference } of present) {
    if (difference) platform.log.error({ client, object_key, difference }, 'the object store differs from its locks')
  }
  return page.length < limit ? null : (page.at(-1)?.payload_reference ?? null)
}

interface ToExamine extends Pick<Examined, 'payload' | 'object_key' | 'before'> {
  explanation: Explanation
  /** Found by this sweep before its worker ended, which may have mended it. */
  noted: LockDifference | null
  now: Date
}

const readPage = async (tx: TenantTransaction, after: string, limit: number) => {
  const page = await storedPayloadsAfter(tx, after, limit)
  const stored = page.filter(({ payload_state, s3_path }) => s3_path !== null && keptStates.includes(payload_state))
  const payloads = await findPayloads(
    tx,
    stored.map(({ payload_reference }) => payload_reference),
  )
  const explanations = await explain(tx, payloads, tx.now)
  const before = await seenLocks(
    tx,
    payloads.flatMap(({ s3_path }) => s3_path ?? []),
  )
  const begun = await sweepBegun(tx)
  const toExamine = payloads.flatMap((payload): ToExamine[] => {
    const { s3_path: object_key, payload_reference } = payload
    const explanation = explanations.get(payload_reference)
    if (object_key === null || !explanation) return []
    const known = before.get(object_key)
    const noted = known?.checked_at && known.checked_at >= begun ? known.difference : null
    return [{ payload, object_key, explanation, before: known, noted, now: tx.now }]
  })
  return { page, toExamine }
}

const sweepBegun = async ({ db, client, now }: TenantTransaction): Promise<Date> => {
  const sweep = await db
    .selectFrom('store_sweeps')
    .select('begun_at')
    .where('client', '=', client)
    .where('scope', '=', 'locks')
    .executeTakeFirst()
  return sweep ? new Date(sweep.begun_at) : now
}

const examine = async (
  sweep: SweepPage,
  locks: ObjectLocks,
  { payload, object_key, before, explanation, noted, now }: ToExamine,
): Promise<Examined> => {
  const latest = await locks.find(object_key)
  const known = before?.version_id ?? null
  const isOther = latest !== null && known !== null && latest.version !== known
  const isWhole = latest !== null && (payload.size === null || latest.bytes === payload.size)
  // The handset may have sent a damaged recording again. Or somebody else has put other bytes there.
  const isHidden = !isWhole || (isOther && !(await isIntact(sweep, payload)))
  const former = isHidden && known !== null ? await locks.find(object_key, known) : null
  const found = isHidden ? former : latest
  const lasting = before?.retained_until && before.retained_until > now ? before.retained_until : null
  const difference = isHidden ? (latest ? 'replaced' : 'missing') : isOther ? null : differenceOf(latest.until, lasting)
  const wanted = found && wantedLock(explanation, { until: found.until, least: lasting }, now)
  return { payload, object_key, found, before, difference: difference ?? noted, wanted }
}

const differenceOf = (until: Date | null, lasting: Date | null): LockDifference | null => {
  if (lasting === null || (until !== null && until >= lasting)) return null
  return until === null ? 'unlocked' : 'shortened'
}

/** Whether the latest version has the bytes that arrived. All of them are read. */
const isIntact = async ({ platform, signal }: SweepPage, payload: PayloadRow): Promise<boolean> => {
  const { damage } = await examineContent(platform, payload, { signal })
  if (damage) await recordDamage(platform, actor, payload, damage)
  return damage === null
}

/**
 * Differences are noted before they are mended. Recordings that are being locked are not destroyed: otherwise their content would stay
 * after their keys are gone.
 */
const noteAsked = async (tx: TenantTransaction, examined: readonly Examined[]): Promise<ReadonlySet<string>> => {
  const asking = examined.flatMap(({ payload: { payload_reference }, object_key, difference, wanted }) =>
    wanted || difference ? [{ object_key, payload_reference, difference, until: wanted }] : [],
  )
  const present = await presentAmong(tx, asking)
  await noteAskedLocks(tx, present)
  return new Set(present.map(({ object_key }) => object_key))
}

/** Those of the objects that their recordings still have. The recordings are locked until the end of the transaction. */
const presentAmong = async <T extends { object_key: string; payload_reference: string }>(
  tx: TenantTransaction,
  objects: readonly T[],
): Promise<T[]> => {
  const references = objects.map(({ payload_reference }) => payload_reference)
  const keys = new Set((await lockPayloads(tx, references)).map(({ s3_path }) => s3_path))
  return objects.filter(({ object_key }) => keys.has(object_key))
}

const extend = async (
  locks: ObjectLocks,
  { payload: { payload_reference }, object_key, found, before, difference, wanted }: Examined,
  asked: ReadonlySet<string>,
): Promise<SeenLock> => {
  const own = { object_key, payload_reference }
  if (!found) {
    return {
      ...own,
      version_id: before?.version_id ?? null,
      retained_until: before?.retained_until ?? null,
      difference,
    }
  }
  const isAsked = wanted !== null && asked.has(object_key)
  const until = isAsked ? await locks.extend(object_key, found, wanted) : found.until
  const isKept = !isAsked || (until !== null && until >= wanted)
  return { ...own, version_id: found.version, retained_until: until, difference: isKept ? difference : 'not_kept' }
}
