import type { PortalEvent } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement } from './statements.ts'

/** A change that open portals show: which record they should load again. */
export type Notice = Omit<PortalEvent, 'time'>

const notify = preparedStatement(
  'notices',
  (_, { notices }: { notices: string[] }) =>
    sql`select pg_notify('holdfast', notice) from unnest(${notices}::text[]) as notice`,
)

/** The statement that notifies open portals of this client when its transaction commits. */
export const noticesStatement = (
  { client, now }: { client: string; now: Date },
  notices: readonly Notice[],
): Statement => {
  const time = now.toISOString()
  return notify({ notices: notices.map((notice) => JSON.stringify({ client, event: { ...notice, time } })) })
}
