import type { TenantTransaction } from '../../platform/database/index.ts'
import type { PersonClaims } from '../../platform/identity/index.ts'

/** The portal user that a person is in an account. */
export interface WelcomedUser {
  user_reference: string
  roles: string[]
  user_group: string | null
  is_active: boolean
  is_new: boolean
}

const mostRoles = 100
const longestRoleReference = 35

/**
 * Makes the person a portal user, or brings the one they are up to date. Roles and group come from the identity's claims; where
 * it says nothing, a known user keeps what they have, and who has none gets the account's defaults (docs/decisions, 'Identity
 * and session'). A removed user is left as they are.
 */
export const welcomePerson = async (tx: TenantTransaction, person: PersonClaims): Promise<WelcomedUser> => {
  const known = await findUser(tx, person.user_reference)
  if (known !== undefined && !known.is_active) return { ...known, is_new: false }
  const defaults = await accountDefaults(tx)
  const formerRoles = known?.roles.length ? known.roles : defaults.roles
  const roles = person.roles === null ? formerRoles : storableRoles(person.roles)
  const user_group = await existingGroup(tx, person.user_group ?? known?.user_group ?? defaults.user_group)
  const { user_reference, email, name } = person
  const columns = { email, name, roles, user_group, updated_at: tx.now }
  await tx.db
    .insertInto('portal_users')
    .values({
      client: tx.client,
      user_reference,
      ...columns,
      is_active: true,
      created_at: tx.now,
      // The token that brought the person here was issued a moment before now, and must count.
      sessions_valid_from: new Date(person.issued_at_s * 1000),
    })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference']).doUpdateSet(columns))
    .execute()
  return { user_reference, roles, user_group, is_active: true, is_new: known === undefined }
}

const findUser = (tx: TenantTransaction, user_reference: string) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'roles', 'user_group', 'is_active'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .forUpdate()
    .executeTakeFirst()

const accountDefaults = async (tx: TenantTransaction): Promise<{ roles: string[]; user_group: string | null }> => {
  const defaults = await tx.db
    .selectFrom('account_defaults')
    .select(['role', 'user_group'])
    .where('client', '=', tx.client)
    .executeTakeFirst()
  return { roles: defaults?.role ? [defaults.role] : [], user_group: defaults?.user_group ?? null }
}

/** Roles that do not exist (yet) give nothing; what can't be the name of a role is not kept. */
const storableRoles = (roles: readonly string[]): string[] =>
  [...new Set(roles)].filter((role) => role.length > 0 && role.length <= longestRoleReference).slice(0, mostRoles)

const existingGroup = async (tx: TenantTransaction, user_group: string | null): Promise<string | null> => {
  if (user_group === null) return null
  const group = await tx.db
    .selectFrom('groups')
    .select('group_reference')
    .where('client', '=', tx.client)
    .where('group_reference', '=', user_group)
    .executeTakeFirst()
  return group?.group_reference ?? null
}
