import { type CallInput, type ClientAppConfiguration, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { appRights } from './app-rights.ts'
import { selectApps, toApp } from './app-row.ts'

/** `GET /account/apps/{app_reference}`. */
export const getApp = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getApp>,
): Promise<ClientAppConfiguration> => {
  const may = await appRights(ctx)
  const app = await ctx.read((tx) =>
    selectApps(tx).where('app_reference', '=', params.app_reference).executeTakeFirst(),
  )
  if (!app || !may('apps:read', app)) throw new ProductError('request.not_found')
  return toApp(app)
}
