import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findVisibleApp } from './app-rights.ts'
import { toApp } from './app-row.ts'

/** `GET /account/apps/{app_reference}`. */
export const getApp = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getApp>,
): Promise<ClientAppConfiguration> => toApp(await findVisibleApp(ctx, params.app_reference))
