import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { toApp } from './app-row.ts'
import { findVisibleApp } from './policy.ts'

/** `GET /account/apps/{app_reference}`. */
export const getApp = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getApp>,
): Promise<ClientAppConfiguration> => {
  const { app, may } = await findVisibleApp(ctx, params.app_reference)
  return toApp(app, may)
}
