import type { Handlers } from '../../core/calls/index.ts'
import { createApp } from './create-app.ts'
import { deleteApp } from './delete-app.ts'
import { getApp } from './get-app.ts'
import { listApps } from './list-apps.ts'
import { findVisibleApp } from './policy.ts'
import { putApp } from './put-app.ts'

export { appHoldsRole, appsAfter, appsAt, appsOfGroup, rolesOfApps } from './app-queries.ts'
export { apps, lastChangesOfApps } from './app-row.ts'
export { addApp } from './create-app.ts'
export { appRights, rightsToApps } from './policy.ts'
export { checkAppChange, saveApp } from './put-app.ts'
export { findVisibleApp }

export const clientAppHandlers = {
  listApps,
  getApp,
  createApp,
  putApp,
  deleteApp,
} satisfies Partial<Handlers>
