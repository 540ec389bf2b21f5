/** Who may do what with client apps: in the app's group, or without a group if it has none. */
import type { Access } from '@holdfast/access'
import { type ClientAppConfiguration, ProductError } from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AppRow, apps } from './app-row.ts'

type AppAction = 'apps:read' | 'apps:write'
export type AppRights = (action: AppAction, app: Pick<AppRow, 'group'>) => boolean

/** Returns a function that checks the caller's rights to an app. */
export const appRights = async (ctx: RequestContext): Promise<AppRights> => rightsToApps(ctx.access, await ctx.groups())

/** The same for somebody else. */
export const rightsToApps =
  (access: Access, groups: GroupIndex): AppRights =>
  (action, { group: reference }) => {
    const group = reference === null ? undefined : groups.get(reference)
    return access.can(action, group ? { group } : {})
  }

/** Whoever may write an app changes and deletes it. */
export const mayOf = (may: AppRights, app: Pick<AppRow, 'group'>): ClientAppConfiguration['may'] =>
  may('apps:write', app) ? ['change', 'delete'] : []

/**
 * Locks an app that will be changed or deleted.
 * @throws ProductError `request.not_found`, also if the caller may not see the app; `auth.forbidden`
 */
export const lockAppForChange = async (
  tx: TenantTransaction,
  app_reference: string,
  may: AppRights,
): Promise<AppRow> => {
  const app = await apps.lock(tx, app_reference)
  if (!app || !(may('apps:read', app) || may('apps:write', app))) throw new ProductError('request.not_found')
  if (!may('apps:write', app)) throw new ProductError('auth.forbidden')
  return app
}

/**
 * Finds an app that the caller may see.
 * @throws ProductError `request.not_found`, also if the caller may not see the app
 */
export const findVisibleApp = async (ctx: RequestContext, app_reference: string) => {
  const may = await appRights(ctx)
  const app = await ctx.read((tx) => apps.find(tx, app_reference))
  if (!app || !may('apps:read', app)) throw new ProductError('request.not_found')
  return { app, may: mayOf(may, app) }
}
