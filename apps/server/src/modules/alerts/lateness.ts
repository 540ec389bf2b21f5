import { alertsLateMinutes } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { allOf, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

const lateMs = alertsLateMinutes * 60_000

/** Nothing runs before its process has: a product that was just started is not late. */
const processStartedAt = new Date()

/** Remembers that the account's alerts were looked for. */
export const markWatched = async (tx: TenantTransaction): Promise<void> => {
  await tx.db
    .insertInto('alert_watch_runs')
    .values({ client: tx.client, watched_at: tx.now })
    .onConflict((conflict) => conflict.column('client').doUpdateSet({ watched_at: tx.now }))
    .execute()
}

interface Times {
  now?: Date
  startedAt?: Date
}

/**
 * Since when alerts have been late: nobody has looked for them, or one waits to be told, for a quarter of an hour. `null`: they are
 * not late. The time before the process started does not count.
 * @param client `null`: of all accounts
 */
export const alertsLateSince = async (
  db: Kysely<Tables>,
  client: string | null,
  { now = new Date(), startedAt = processStartedAt }: Times = {},
): Promise<string | null> => {
  const ofAccount = client === null ? undefined : sql<boolean>`client = ${client}`
  const untold = allOf([ofAccount, sql<boolean>`alert_state = 'Triggered' and told_at is null`])
  const { rows } = await sql<{ watched_at: string | null; untold_since: string | null }>`select
      (select min(watched_at) from alert_watch_runs where ${allOf([ofAccount])}) as watched_at,
      (select min(first_occurrence) from alerts where ${untold}) as untold_since`.execute(db)
  const since = [rows[0]?.watched_at, rows[0]?.untold_since].flatMap((time) => (time ? [Date.parse(time)] : []))
  const isLate = since.some((time) => now.getTime() - Math.max(time, startedAt.getTime()) >= lateMs)
  return isLate ? new Date(Math.min(...since)).toISOString() : null
}

/** When alerts were looked for in the account that waits longest; `null` before the first time. */
export const watchedAt = async (db: Kysely<Tables>): Promise<string | null> => {
  const { watched } = await db
    .selectFrom('alert_watch_runs')
    .select(({ fn }) => fn.min('watched_at').as('watched'))
    .executeTakeFirstOrThrow()
  return watched
}
