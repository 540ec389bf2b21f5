import type { AccountDefaults } from '@holdfast/contract'
import { accountDefaults, type DefaultsRow, rangesAt } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Reads the defaults of the account and locks them until the transaction ends. */
export const lockDefaults = async (tx: TenantTransaction): Promise<DefaultsRow> => {
  const row = await accountDefaults.lock(tx, tx.client)
  if (!row) throw new Error('The account has no defaults')
  return row
}

/** The defaults that apply at `now`. */
export const asOf = (now: Date, row: DefaultsRow): AccountDefaults => {
  const { client, user_group, role, updated_at, updated_by, version } = row
  const { confirmed_cidr_ranges, limit_lapses_at: lapses_at } = row
  const isUnconfirmed = lapses_at !== null && Date.parse(lapses_at) > now.getTime()
  return {
    client,
    user_group,
    role,
    cidr_ranges: rangesAt(row, now),
    unconfirmed_limit: isUnconfirmed ? { lapses_at, cidr_ranges_otherwise: confirmed_cidr_ranges } : null,
    updated_at,
    updated_by,
    version,
  }
}

/** The fields that people can edit. */
export type DefaultsFields = Pick<AccountDefaults, 'user_group' | 'role' | 'cidr_ranges'>

export const fieldsOf = ({ user_group, role, cidr_ranges }: DefaultsFields): DefaultsFields => ({
  user_group,
  role,
  cidr_ranges,
})

/** Makes all open screens of the account reload, because access from their addresses may have changed. */
export const notifyOpenScreens = (tx: TenantTransaction): Promise<void> =>
  tx.notify({ kind: 'session', reference: tx.client, state: null, payload_type: null, group: null })
