import type { TenantTransaction } from '../../platform/database/index.ts'
import { findView, mattersOf } from '../saved-views/index.ts'

/** The detail by which events of a report concern the matter that its view is filtered by. */
export const mattersOfReport = async (tx: TenantTransaction, { view_reference }: { view_reference: string | null }) => {
  const view = view_reference === null ? undefined : await findView(tx, view_reference)
  return view ? mattersOf(view) : {}
}
