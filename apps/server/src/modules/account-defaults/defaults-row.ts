import type { AccountDefaults } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

export const defaultsColumns = ['user_group', 'role', 'cidr_ranges', 'updated_at', 'updated_by', 'version'] as const

export const selectDefaults = (tx: TenantTransaction) =>
  tx.db.selectFrom('account_defaults').select(defaultsColumns).where('client', '=', tx.client)

/** What people edit of the defaults. */
export type DefaultsFields = Pick<AccountDefaults, 'user_group' | 'role' | 'cidr_ranges'>

export const fieldsOf = ({ user_group, role, cidr_ranges }: DefaultsFields): DefaultsFields => ({
  user_group,
  role,
  cidr_ranges,
})
