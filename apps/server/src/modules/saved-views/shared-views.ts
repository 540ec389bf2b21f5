import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { selectActivePeople } from '../portal-users/index.ts'
import { savedViews, type ViewRow, viewColumns } from './view-record.ts'

/**
 * A query for the views that are shared with any of these roles, with the names of their owners. A view is shared only while its
 * owner is active and has the role.
 */
export const selectSharedViews = (tx: TenantTransaction, roles: readonly string[]) =>
  tx.db
    .selectFrom('saved_views as view')
    .innerJoin(selectActivePeople(tx).as('person'), (join) => join.onRef('person.user_reference', '=', 'view.owner'))
    .select([...viewColumns.map((column) => `view.${column}` as const), 'person.name as owner_name'])
    .where('view.client', '=', tx.client)
    .where(sql<boolean>`view.role_reference = any(${[...roles]}::text[])`)
    .where(sql<boolean>`view.role_reference = any(person.roles)`)

/** A view of anybody, for what the product counts of it. */
export const findView = (tx: TenantTransaction, view_reference: string): Promise<ViewRow | undefined> =>
  savedViews.find(tx, view_reference)

/** Whether somebody with these roles sees a view: it is theirs, or shared with one of the roles. */
export const isViewSeen = async (
  tx: TenantTransaction,
  { view_reference, owner }: Pick<ViewRow, 'view_reference' | 'owner'>,
  { user_reference, roles }: { user_reference: string; roles: readonly string[] },
): Promise<boolean> => {
  if (owner === user_reference) return true
  const seen = await selectSharedViews(tx, roles).where('view.view_reference', '=', view_reference).executeTakeFirst()
  return seen !== undefined
}

/** Makes the views that are shared with a role private. Returns how many there were. */
export const unshareViewsOfRole = async (
  tx: TenantTransaction,
  role_reference: string,
  updated_by: string,
): Promise<number> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('saved_views')
    .set((eb) => ({ role_reference: null, updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .where('role_reference', '=', role_reference)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
