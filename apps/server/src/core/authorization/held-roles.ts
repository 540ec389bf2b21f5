import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Whose roles: an account at a moment. */
type Moment = Pick<TenantTransaction, 'client'> & { now: Date | string }

const running = (person: string, { client, now }: Moment): RawBuilder<unknown> => sql`
  from role_assignments as assigned
  where assigned.client = ${client} and assigned.user_reference = ${sql.ref(`${person}.user_reference`)}
    and assigned.valid_until > ${now}`

/**
 * In a query of `portal_users`, all roles that a person has now: those of their identity or of the defaults, and those that somebody
 * gave them for a time.
 * @param person the name of the table in the query
 */
export const heldRoles = (person: string, moment: Moment): RawBuilder<string[]> => sql<string[]>`
  (${sql.ref(`${person}.roles`)} || array(
    select assigned.role_reference ${running(person, moment)}
      and not assigned.role_reference = any(${sql.ref(`${person}.roles`)})
    order by assigned.role_reference))`

/** Until when an active or removed person has each of their roles; `null`: it does not end by itself. */
export const endsOfRoles = async (
  tx: TenantTransaction,
  user_reference: string,
): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ role: string; valid_until: string | null }>`
    select unnest(person.roles) as role, null::timestamptz as valid_until from portal_users as person
    where person.client = ${tx.client} and person.user_reference = ${user_reference}
    union all
    select assigned.role_reference, assigned.valid_until from role_assignments as assigned
    where assigned.client = ${tx.client} and assigned.user_reference = ${user_reference} and assigned.valid_until > ${tx.now}`.execute(
    tx.db,
  )
  const ends = new Map<string, string | null>()
  // A role of the identity does not end, even if somebody gave it for a time as well.
  for (const { role, valid_until } of rows) ends.set(role, ends.get(role) === null ? null : valid_until)
  return ends
}

/** In a query of `portal_users`: whether a person has a role now. */
export const holdsRole = (person: string, role: string, moment: Moment): RawBuilder<boolean> => sql<boolean>`
  (${role} = any(${sql.ref(`${person}.roles`)})
    or exists (select ${running(person, moment)} and assigned.role_reference = ${role}))`
