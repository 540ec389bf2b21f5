import type { TenantTransaction } from '../../platform/database/index.ts'

const selectGroups = (tx: TenantTransaction) =>
  tx.db.selectFrom('groups').select(['group_reference', 'tags']).where('client', '=', tx.client)

/** All groups of the account. */
export const loadGroups = (tx: TenantTransaction) => selectGroups(tx).execute()

/** Finds a group; `undefined` if there is none of that name. */
export const findGroup = (tx: TenantTransaction, group_reference: string) =>
  selectGroups(tx).where('group_reference', '=', group_reference).executeTakeFirst()

/** Finds a group, which cannot be changed or deleted until the transaction ends. */
export const lockGroupShared = (tx: TenantTransaction, group_reference: string) =>
  selectGroups(tx).where('group_reference', '=', group_reference).forShare().executeTakeFirst()
