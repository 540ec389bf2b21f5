import { sql } from 'kysely'
import { type DefaultRights, findGroup, lockDefaultRightsShared } from '../../core/authorization/index.ts'
import type { PersonClaims } from '../../core/identity/index.ts'
import { keepAbsence, type TenantTransaction } from '../../platform/database/index.ts'
import { keepPerson } from './person-history.ts'

/** The portal user of a person in an account. */
export interface SavedPortalUser {
  user_reference: string
  roles: string[]
  user_group: string | null
  is_active: boolean
  is_new: boolean
}

const maxRoles = 100
const maxRoleReferenceLength = 35

/**
 * Creates or updates the person's portal user. Roles and group come from the identity's claims. If the claims name
 * none, a known user keeps those that they were given, and other users get the account's defaults
 * (docs/decisions/0006, 'The server'). A removed user is not changed.
 */
export const savePortalUser = async (tx: TenantTransaction, person: PersonClaims): Promise<SavedPortalUser> => {
  // Locked before the person's row, as when the defaults are changed, so that the two cannot deadlock.
  const defaults = await lockDefaultRightsShared(tx)
  const known = await findUser(tx, person.user_reference)
  if (known !== undefined && !known.is_active) return savedUser(known, { is_new: false })
  const { roles, has_default_role } = rolesOf(person, known, defaults)
  const user_group = await existingGroup(tx, person.user_group ?? known?.user_group ?? defaults.user_group)
  const { user_reference, email, name } = person
  const columns = { email, name, roles, has_default_role, user_group, updated_at: tx.now, updated_by: 'system' }
  if (known === undefined) await keepAbsence(tx, 'person', user_reference)
  else if (!isSameList(known.roles, roles)) await keepPerson(tx, user_reference)
  await tx.db
    .insertInto('portal_users')
    .values({
      client: tx.client,
      user_reference,
      ...columns,
      is_active: true,
      created_at: tx.now,
      // The presented token was issued a moment ago, and must be valid.
      sessions_valid_from: new Date(person.issued_at_s * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'user_reference'])
        // Another address has not failed.
        .doUpdateSet((eb) => ({
          ...columns,
          email_failed_at: eb
            .case()
            .when(sql<boolean>`portal_users.email is not distinct from excluded.email`)
            .then(eb.ref('portal_users.email_failed_at'))
            .end(),
        })),
    )
    .execute()
  return savedUser({ user_reference, roles, user_group, is_active: true }, { is_new: known === undefined })
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

const savedUser = (
  { user_reference, roles, user_group, is_active }: Omit<SavedPortalUser, 'is_new'>,
  { is_new }: { is_new: boolean },
): SavedPortalUser => ({ user_reference, roles, user_group, is_active, is_new })

const rolesOf = (
  { roles }: PersonClaims,
  known: { roles: string[]; has_default_role: boolean } | undefined,
  { role }: DefaultRights,
): { roles: string[]; has_default_role: boolean } => {
  if (roles !== null) return { roles: storableRoles(roles), has_default_role: false }
  const wasGivenSome = known !== undefined && !known.has_default_role && known.roles.length > 0
  return wasGivenSome
    ? { roles: known.roles, has_default_role: false }
    : { roles: role === null ? [] : [role], has_default_role: true }
}

const findUser = (tx: TenantTransaction, user_reference: string) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'roles', 'has_default_role', 'user_group', 'is_active'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .forUpdate()
    .executeTakeFirst()

/** Roles that do not exist (yet) are stored, and allow nothing. Names that no role can have are dropped. */
const storableRoles = (roles: readonly string[]): string[] =>
  [...new Set(roles)].filter((role) => role.length > 0 && role.length <= maxRoleReferenceLength).slice(0, maxRoles)

const existingGroup = async (tx: TenantTransaction, user_group: string | null): Promise<string | null> => {
  if (user_group === null) return null
  const group = await findGroup(tx, user_group)
  return group?.group_reference ?? null
}
