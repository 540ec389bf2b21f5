import { ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { type AppRow, apps } from './app-row.ts'

type AppAction = 'apps:read' | 'apps:write'
type AppRights = (action: AppAction, app: Pick<AppRow, 'group'>) => boolean

/** Answers whether the caller may do something with an app: in its group, or where no group is in question if it has none. */
export const appRights = async (ctx: RequestContext): Promise<AppRights> => {
  const groups = await ctx.groups()
  return (action, { group: reference }) => {
    const group = reference === null ? undefined : groups.get(reference)
    return ctx.access.can(action, group ? { group } : {})
  }
}

/**
 * An app that is about to be changed or deleted; waits for whoever does so at this moment.
 * @throws ProductError `request.not_found`, also for one that the caller may not know of; `auth.forbidden`
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
 * An app that the caller may see.
 * @throws ProductError `request.not_found`, also for one that the caller may not know of
 */
export const findVisibleApp = async (ctx: RequestContext, app_reference: string): Promise<AppRow> => {
  const may = await appRights(ctx)
  const app = await ctx.read((tx) => apps.find(tx, app_reference))
  if (!app || !may('apps:read', app)) throw new ProductError('request.not_found')
  return app
}
