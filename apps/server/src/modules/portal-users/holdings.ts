import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findAssignment, notifyOfRoles, removeAssignment, runningAssignments } from './assignment-row.ts'
import { keepPerson } from './person-history.ts'
import { lockPortalUser } from './portal-user-row.ts'

/** The roles that an active person has now. */
export interface Holdings {
  /** Of their identity, or the account's default. */
  own: readonly string[]
  /** Roles that somebody gave them, with when each was given and ends. */
  given: ReadonlyMap<string, { given_at: string; valid_until: string }>
}

/** The roles of those of these people who are active. */
export const holdingsOf = async (
  tx: TenantTransaction,
  user_references: readonly string[],
): Promise<ReadonlyMap<string, Holdings>> => {
  const people = await tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'roles'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`user_reference = any(${[...user_references]}::text[])`)
    .where('is_active', '=', true)
    .execute()
  const given = await runningAssignments(tx, user_references)
  return new Map(
    people.map(({ user_reference, roles }) => {
      const times = (given.get(user_reference) ?? []).map((one) => [one.role_reference, one] as const)
      return [user_reference, { own: roles, given: new Map(times) }]
    }),
  )
}

/** SQL condition: this active person has this role now, from the identity provider or for a limited time. */
export const holdsRole = (
  { client, now }: Pick<TenantTransaction, 'client' | 'now'>,
  person: RawBuilder<string>,
  role: RawBuilder<string>,
): RawBuilder<boolean> => sql`exists (
  select from portal_users holder where holder.client = ${client} and holder.user_reference = ${person} and holder.is_active
    and (${role} = any(holder.roles) or exists (
      select from role_assignments given where given.client = ${client} and given.user_reference = holder.user_reference
        and given.role_reference = ${role} and given.valid_until > ${now})))`

/**
 * Ends a role that somebody gave a person, at once.
 * @returns what it was before, for the trail; `null` if they do not have it for a time
 */
export const endGivenRole = async (
  tx: TenantTransaction,
  user_reference: string,
  role_reference: string,
): Promise<{ valid_until: string } | null> => {
  await lockPortalUser(tx, user_reference)
  const stored = await findAssignment(tx, user_reference, role_reference)
  if (!stored || Date.parse(stored.valid_until) <= tx.now.getTime()) return null
  await keepPerson(tx, user_reference)
  await removeAssignment(tx, user_reference, role_reference)
  await notifyOfRoles(tx, user_reference)
  return { valid_until: stored.valid_until }
}
