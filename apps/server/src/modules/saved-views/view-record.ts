import type { SavedView } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { mattersOfFilter } from '../../core/activities/index.ts'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

export const viewColumns = [
  'client',
  'view_reference',
  'owner',
  'name',
  'path',
  'search',
  'role_reference',
  'updated_at',
  'updated_by',
  'version',
] as const

export const savedViews = versionedTable({ table: 'saved_views', key: 'view_reference', columns: viewColumns })

export type ViewRow = Pick<Selectable<Tables['saved_views']>, (typeof viewColumns)[number]>

/** What its owner chose of a view, as the trail has it. */
export const fieldsOf = ({ name, path, search, role_reference }: ViewRow) => ({ name, path, search, role_reference })

/** The detail by which an event concerns the matters that versions of a view are filtered by. */
export const mattersOf = (...versions: readonly Pick<ViewRow, 'search'>[]) =>
  mattersOfFilter({
    matter_reference: [...new Set(versions.flatMap(({ search }) => search.filter?.matter_reference ?? []))],
  })

/** A view as calls return it. */
export const toView = (row: ViewRow, owner_name: string | null | undefined): SavedView => ({
  ...row,
  owner_name: owner_name || null,
})

/** Notifies the open screens of the owner, and of everybody with a role that the view is or was shared with. */
export const notifyViewers = (tx: TenantTransaction, ...versions: readonly ViewRow[]): Promise<void> => {
  const [{ view_reference: reference } = { view_reference: '' }] = versions
  const audience = {
    people: [...new Set(versions.map(({ owner }) => owner))],
    roles: [...new Set(versions.flatMap(({ role_reference }) => role_reference ?? []))],
  }
  return tx.notify({ kind: 'saved_view', reference, state: null, payload_type: null, group: null, audience })
}
