import type { Handlers } from '../../core/calls/index.ts'
import { listViews } from './list-views.ts'
import { createView, deleteView, patchView } from './write-views.ts'

export { findView, isViewSeen, unshareViewsOfRole } from './shared-views.ts'
export { mattersOf } from './view-record.ts'

export const savedViewHandlers = {
  listViews,
  createView,
  patchView,
  deleteView,
} satisfies Partial<Handlers>
