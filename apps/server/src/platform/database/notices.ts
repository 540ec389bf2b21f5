import type { PortalEvent } from '@holdfast/contract'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { statementOnce } from './compiled-once.ts'
import type { Tables } from './tables.ts'

/** What open screens should look at again. */
export type Notice = Omit<PortalEvent, 'time'>

const notify = statementOnce('notices', (db, { notices }: { notices: string[] }) => {
  const each = sql`select pg_notify('holdfast', notice) from unnest(${notices}::text[]) as notice`
  return { compile: () => each.compile(db) }
})

/** The statement that tells open portals of this client, once its transaction commits. */
export const noticesStatement = (
  db: Kysely<Tables>,
  { client, now }: { client: string; now: Date },
  notices: readonly Notice[],
): CompiledQuery => {
  const time = now.toISOString()
  return notify(db, { notices: notices.map((notice) => JSON.stringify({ client, event: { ...notice, time } })) })
}
