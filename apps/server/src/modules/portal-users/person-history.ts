import { type RawBuilder, sql } from 'kysely'
import { keepFormer, recordsBefore, type TenantTransaction } from '../../platform/database/index.ts'

/** What decides somebody's access, as the history keeps it. */
interface PersonRecord {
  roles: string[]
  is_active: boolean
  assignments: { role_reference: string; valid_until: string }[]
}

/** In a query of `portal_users as person`. */
const recordIn = (
  client: string,
) => sql<PersonRecord>`jsonb_build_object('roles', person.roles, 'is_active', person.is_active, 'assignments', (
  select coalesce(jsonb_agg(jsonb_build_object('role_reference', assigned.role_reference, 'valid_until', assigned.valid_until)), '[]')
  from role_assignments assigned
  where assigned.client = ${client} and assigned.user_reference = person.user_reference))`

const keep = (tx: TenantTransaction, which: RawBuilder<unknown>): Promise<void> =>
  keepFormer(
    tx,
    'person',
    sql`select person.user_reference as reference, ${recordIn(tx.client)} as record from portal_users person
      where person.client = ${tx.client} and ${which}`,
  )

/** Keeps the roles of a person before they change. The person's row is locked. */
export const keepPerson = (tx: TenantTransaction, user_reference: string): Promise<void> =>
  keep(tx, sql`person.user_reference = ${user_reference}`)

/** The same for everybody whose role comes from the account's defaults. */
export const keepPeopleWithDefaults = (tx: TenantTransaction): Promise<void> => keep(tx, sql`person.has_default_role`)

/** A person at a moment, with the roles that they had. */
export interface PastPerson {
  user_reference: string
  name: string | null
  roles: string[]
}

/**
 * The people who were active at a moment, ordered by reference.
 * @param which those after a reference, or certain ones
 * @returns the last of the rows that were read, if there may be more
 */
export const peopleAt = async (
  tx: TenantTransaction,
  at: Date,
  { after, only, limit }: { after: string; only: readonly string[] | null; limit: number },
): Promise<{ people: PastPerson[]; last: string | null }> => {
  const wanted = only ? sql`and person.user_reference = any(${[...only]}::text[])` : sql``
  const { rows } = await sql<{ user_reference: string; name: string | null; record: PersonRecord }>`
    select person.user_reference, person.name, ${recordIn(tx.client)} as record from portal_users person
    where person.client = ${tx.client} and person.user_reference > ${after} ${wanted}
    order by person.user_reference limit ${limit}`.execute(tx.db)
  const references = rows.map(({ user_reference }) => user_reference)
  const former = await recordsBefore<PersonRecord>(tx, 'person', at, references)
  const people = rows.flatMap(({ user_reference, name, record: present }) => {
    const then = former.has(user_reference) ? former.get(user_reference) : present
    return then?.is_active ? [{ user_reference, name, roles: rolesHeld(then, at) }] : []
  })
  return { people, last: rows.length < limit ? null : (references.at(-1) ?? null) }
}

const rolesHeld = ({ roles, assignments }: PersonRecord, at: Date): string[] => {
  const given = assignments.filter(({ valid_until }) => Date.parse(valid_until) > at.getTime())
  return [...new Set([...roles, ...given.map(({ role_reference }) => role_reference)])]
}
