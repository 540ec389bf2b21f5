import { sql } from 'kysely'
import {
  enqueueJobs,
  type JobDefinition,
  type PayloadRow,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import {
  type DeriveMediaJob,
  deriveMediaJob,
  deriveRequestedMediaJob,
  transcodeRequestedVideoJob,
  transcodeVideoJob,
} from './derive-media-job.ts'
import { possibleParts } from './parts-of-media.ts'

/**
 * Accounts take turns: of all recordings of an account that wait for a job, only the first has that job in the queue. When it starts,
 * it leaves the backlog, and the next one gets a job behind those of other accounts. What failed is tried again by the queue.
 */
type WaitingJob = JobDefinition<DeriveMediaJob>

/** Lets these recordings wait for the parts that they can have. */
export const enqueuePartJobs = (
  tx: TenantTransaction,
  payloads: readonly Pick<PayloadRow, 'payload_reference' | 'media'>[],
): Promise<void> => {
  const derivable = payloads.filter(({ media }) => possibleParts(media).length > 0)
  return addToBacklog(
    tx,
    deriveMediaJob,
    derivable.map(({ payload_reference }) => payload_reference),
  )
}

/** Lets these recordings wait for this job. Best after the other locks of a transaction: `leaveBacklog` waits for its end. */
export const addToBacklog = async (
  tx: TenantTransaction,
  job: WaitingJob,
  payload_references: readonly string[],
): Promise<void> => {
  if (payload_references.length === 0) return
  await lock(tx, job, 'shared')
  await insert(tx, job, payload_references)
  const first = await findFirst(tx, job)
  // Otherwise the first has its job already.
  if (first !== undefined && payload_references.includes(first)) await enqueue(tx, job, first)
}

/** For a recording whose job could do nothing for it: `continueBacklogs` goes on later. It waits behind the others, if it had left. */
export const returnToBacklog = async (
  tx: TenantTransaction,
  job: WaitingJob,
  payload_reference: string,
): Promise<void> => {
  await lock(tx, job, 'shared')
  await insert(tx, job, [payload_reference])
}

const insert = async (
  { client, now, db }: TenantTransaction,
  job: WaitingJob,
  payload_references: readonly string[],
): Promise<void> => {
  await db
    .insertInto('media_backlog')
    .values(
      payload_references.map((payload_reference) => ({ client, kind: job.name, payload_reference, queued_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For a recording whose job starts, or that waits no longer. The next one of the account gets its job. */
export const leaveBacklog = async (
  tx: TenantTransaction,
  job: WaitingJob,
  payload_reference: string,
): Promise<void> => {
  await lock(tx, job, 'exclusive')
  await tx.db
    .deleteFrom('media_backlog')
    .where('client', '=', tx.client)
    .where('kind', '=', job.name)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await enqueueFirst(tx, job)
}

export const toDerive = { waiting: deriveMediaJob, requested: deriveRequestedMediaJob }
export const toEncode = { waiting: transcodeVideoJob, requested: transcodeRequestedVideoJob }

/** Gives a recording that somebody waits for its job at once, unless it runs already. */
export const enqueueRequested = async (
  tx: TenantTransaction,
  { waiting, requested }: typeof toDerive,
  payload_reference: string,
): Promise<void> => {
  await leaveBacklog(tx, waiting, payload_reference)
  await enqueueJobs(tx.db, requested, [{ client: tx.client, payload_reference }], { unlessRunning: true })
}

/** Does nothing if the account's first job waits in the queue, as it should. */
export const continueBacklog = async (tx: TenantTransaction, job: WaitingJob): Promise<void> => {
  await lock(tx, job, 'exclusive')
  await enqueueFirst(tx, job)
}

/** For the destruction of recordings. The job of one in the queue, if it has one, then passes the turn on. */
export const deleteFromBacklog = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<void> => {
  await tx.db
    .deleteFrom('media_backlog')
    .where('client', '=', tx.client)
    .where('kind', 'in', [deriveMediaJob.name, transcodeVideoJob.name])
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
}

const enqueueFirst = async (tx: TenantTransaction, job: WaitingJob): Promise<void> => {
  const first = await findFirst(tx, job)
  if (first !== undefined) await enqueue(tx, job, first)
}

/** Keeps its place in the queue if it is there. */
const enqueue = (tx: TenantTransaction, job: WaitingJob, payload_reference: string): Promise<void> =>
  enqueueJobs(tx.db, job, [{ client: tx.client, payload_reference }])

const findFirst = async (tx: TenantTransaction, job: WaitingJob): Promise<string | undefined> => {
  const row = await tx.db
    .selectFrom('media_backlog')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('kind', '=', job.name)
    .orderBy('queued_at')
    .orderBy('payload_reference')
    .limit(1)
    .executeTakeFirst()
  return row?.payload_reference
}

/** Class of these advisory locks, so that they never collide with others: 'turn' in ASCII. */
const lockSpace = 0x7475726e

const locks = { shared: sql.raw('pg_advisory_xact_lock_shared'), exclusive: sql.raw('pg_advisory_xact_lock') }

/**
 * Whoever looks for the next recording must see all that were added by transactions that took its predecessor for the first. Those
 * who add recordings do not wait for each other: if two of them find an empty backlog, an account has two jobs for one turn.
 */
const lock = async (tx: TenantTransaction, { name }: WaitingJob, mode: keyof typeof locks): Promise<void> => {
  await sql`select ${locks[mode]}(${sql.lit(lockSpace)}, hashtext(${`${name}:${tx.client}`}))`.execute(tx.db)
}
