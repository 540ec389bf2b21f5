import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** The role that somebody gave a person, locked. */
export const findAssignment = (tx: TenantTransaction, user_reference: string, role_reference: string) =>
  tx.db
    .selectFrom('role_assignments')
    .select(['valid_until', 'given_by'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .where('role_reference', '=', role_reference)
    .forUpdate()
    .executeTakeFirst()

export const removeAssignment = async (
  tx: TenantTransaction,
  user_reference: string,
  role_reference: string,
): Promise<void> => {
  await tx.db
    .deleteFrom('role_assignments')
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .where('role_reference', '=', role_reference)
    .execute()
}

/** Lets the person's open portals read again what they may do. */
export const notifyOfRoles = (tx: TenantTransaction, user_reference: string): Promise<void> =>
  tx.notify({
    kind: 'own_roles',
    reference: user_reference,
    state: null,
    payload_type: null,
    group: null,
    audience: { people: [user_reference], roles: [] },
  })

/** The roles that these people have for a time now, by person. */
export const runningAssignments = async (tx: TenantTransaction, user_references: readonly string[]) => {
  const rows = await tx.db
    .selectFrom('role_assignments')
    .select([
      'user_reference',
      'role_reference',
      'valid_until',
      'reason',
      'given_at',
      'given_by',
      'end_changed_at',
      'end_changed_by',
      'end_change_reason',
    ])
    .where('client', '=', tx.client)
    .where(sql<boolean>`user_reference = any(${[...user_references]}::text[])`)
    .where('valid_until', '>', tx.now.toISOString())
    .orderBy('role_reference')
    .execute()
  return Map.groupBy(rows, ({ user_reference }) => user_reference)
}

/** Ends all that a person has for a time. Returns the roles. */
export const removeAssignmentsOf = async (tx: TenantTransaction, user_reference: string): Promise<string[]> => {
  const removed = await tx.db
    .deleteFrom('role_assignments')
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .returning('role_reference')
    .execute()
  return removed.map(({ role_reference }) => role_reference).sort()
}
