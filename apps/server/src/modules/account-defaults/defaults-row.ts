import type { AccountDefaults } from '@holdfast/contract'
import { limitColumns, rangesAt } from '../../platform/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const defaultsColumns = [
  'client',
  'user_group',
  'role',
  ...limitColumns,
  'updated_at',
  'updated_by',
  'version',
] as const

/** The defaults as they are stored; of the ranges, those that may have lapsed too. */
export const selectDefaults = (tx: TenantTransaction) =>
  tx.db.selectFrom('account_defaults').select(defaultsColumns).where('client', '=', tx.client)

export type DefaultsRow = Awaited<ReturnType<ReturnType<typeof selectDefaults>['executeTakeFirstOrThrow']>>

/** The defaults as they are at a moment. */
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

/** What people edit of the defaults. */
export type DefaultsFields = Pick<AccountDefaults, 'user_group' | 'role' | 'cidr_ranges'>

export const fieldsOf = ({ user_group, role, cidr_ranges }: DefaultsFields): DefaultsFields => ({
  user_group,
  role,
  cidr_ranges,
})

/** Changes the locked row; whoever has it open in a form is told of the conflict. */
export const updateDefaults = (
  tx: TenantTransaction,
  changes: Partial<Pick<DefaultsRow, 'user_group' | 'role' | (typeof limitColumns)[number]>>,
  updated_by: string,
): Promise<DefaultsRow> =>
  tx.db
    .updateTable('account_defaults')
    .set((eb) => ({ ...changes, updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .returning(defaultsColumns)
    .executeTakeFirstOrThrow()

/** Everybody's open screens look again: what they may do from where they are can be different now. */
export const tellScreens = (tx: TenantTransaction): Promise<void> =>
  tx.notify({ kind: 'session', reference: tx.client, state: null, payload_type: null, group: null })
