import type { PortalEvent } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement } from './statements.ts'

/** The people to whom a notice is addressed, by reference or by a role that they have. */
export interface Audience {
  people: readonly string[]
  roles: readonly string[]
}

/** A change that open portals show: which record they should load again. The audience itself is not sent to them. */
export type Notice = Omit<PortalEvent, 'time'> & { audience?: Audience }

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
  return notify({
    notices: notices.map(({ audience, ...notice }) =>
      JSON.stringify({ client, event: { ...notice, time }, ...(audience && { audience }) }),
    ),
  })
}
