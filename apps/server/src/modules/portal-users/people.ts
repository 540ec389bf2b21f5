import { type RawBuilder, sql } from 'kysely'
import { heldRoles, holdsRole } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runningAssignments } from './assignment-row.ts'
import { keepPeopleWithDefaults } from './person-history.ts'

/** Finds a person of the account; `undefined` if they have never signed in. */
export const findPerson = (
  { client, db, now }: Pick<TenantTransaction, 'client' | 'db' | 'now'>,
  user_reference: string,
) =>
  db
    .selectFrom('portal_users')
    .select([
      'name',
      'email',
      'email_failed_at',
      heldRoles('portal_users', { client, now }).as('roles'),
      'has_default_role',
      'is_active',
    ])
    .where('client', '=', client)
    .where('user_reference', '=', user_reference)
    .executeTakeFirst()

/** Remembers that the newest e-mail to somebody could not be sent, or that it was (`null`). */
export const storeEmailFailure = async (
  tx: TenantTransaction,
  user_reference: string,
  email_failed_at: Date | null,
): Promise<void> => {
  await tx.db
    .updateTable('portal_users')
    .set({ email_failed_at })
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .$if(email_failed_at === null, (query) => query.where('email_failed_at', 'is not', null))
    .execute()
}

/** Those of these people who were ever in the account. */
export const peopleByReference = async (tx: TenantTransaction, user_references: readonly string[]) => {
  const people = await tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', 'is_active'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`user_reference = any(${user_references}::text[])`)
    .execute()
  return new Map(people.map((person) => [person.user_reference, person]))
}

/** A query for the active people. */
export const selectActive = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', heldRoles('portal_users', tx).as('roles')])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)

/** All active people. */
export const activePeople = (tx: TenantTransaction) => selectActive(tx).execute()

/** All active people, without the roles that somebody gave them for a time. */
export const activePeopleForGood = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', 'roles'])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .execute()

/** All active people with the roles that they have until `until`, or for good (`null`). */
export const activePeopleUntil = (tx: TenantTransaction, until: string | null) => {
  if (until === null) return activePeopleForGood(tx)
  const { client } = tx
  // A role counts while its end lies after the moment, and a role that ends at `until` lasts until then.
  const moment = { client, now: new Date(Date.parse(until) - 1) }
  return tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', heldRoles('portal_users', moment).as('roles')])
    .where('client', '=', client)
    .where('is_active', '=', true)
    .execute()
}

/** A page of the active people, ordered by reference. */
export const activePeopleAfter = (tx: TenantTransaction, user_reference: string, limit: number) =>
  selectActive(tx).where('user_reference', '>', user_reference).orderBy('user_reference').limit(limit).execute()

/** The active people who have a role, ordered by reference. The role need not exist: people can have it from their identity. */
export const peopleInRole = (tx: TenantTransaction, role_reference: string) =>
  selectActive(tx)
    .where(holdsRole('portal_users', role_reference, tx))
    .orderBy('user_reference')
    .execute()

/** The active people whose role comes from the account's defaults, with the roles that they were given for a time. */
export const peopleWithDefaultRole = async (tx: TenantTransaction) => {
  const people = await tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'roles'])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where('has_default_role', '=', true)
    .orderBy('user_reference')
    .execute()
  const assigned = await runningAssignments(
    tx,
    people.map(({ user_reference }) => user_reference),
  )
  return people.map(({ user_reference, roles }) => ({
    user_reference,
    default_roles: roles,
    roles_for_a_time: (assigned.get(user_reference) ?? []).map(({ role_reference }) => role_reference),
  }))
}

/** A query for the roles of active people: one row for each person and role. */
export const rolesOfPeople = (tx: Pick<TenantTransaction, 'client' | 'now'>): RawBuilder<unknown> =>
  sql`select unnest(${heldRoles('portal_users', tx)}) as role from portal_users where client = ${tx.client} and is_active`

/** A query for one row for each active person of a group. */
export const peopleOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from portal_users where client = ${client} and user_group = ${group} and is_active`

/**
 * Gives the role to everybody whose role comes from the account's defaults; none for `null`.
 * @returns the number of people
 */
export const giveDefaultRole = async (
  tx: TenantTransaction,
  role: string | null,
  updated_by: string,
): Promise<number> => {
  // Locked by a statement before that which keeps them, as `keepFormer` needs.
  await tx.db
    .selectFrom('portal_users')
    .select('user_reference')
    .where('client', '=', tx.client)
    .where('has_default_role', '=', true)
    .orderBy('user_reference')
    .forUpdate()
    .execute()
  await keepPeopleWithDefaults(tx)
  const { numUpdatedRows } = await tx.db
    .updateTable('portal_users')
    .set({ roles: role === null ? [] : [role], updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('has_default_role', '=', true)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
