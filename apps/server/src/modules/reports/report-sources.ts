import type { TenantTransaction } from '../../platform/database/index.ts'
import { findView, mattersOf } from '../saved-views/index.ts'

export interface ReportSource {
  view_reference: string | null
  queue_reference: string | null
}

/** The details by which events of a report concern its review queue, or the matter that its view is filtered by. */
export const sourcesOfReport = async (tx: TenantTransaction, { view_reference, queue_reference }: ReportSource) => {
  const view = view_reference === null ? undefined : await findView(tx, view_reference)
  return { ...(view && mattersOf(view)), ...(queue_reference !== null && { queue_reference }) }
}
