import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { getPortalConfig, putPortalConfig } from './portal-config.ts'

export { portalConfigOf } from './portal-config-row.ts'

export const portalConfigCalls: readonly ServedCall[] = [
  serve(calls.getPortalConfig, getPortalConfig),
  serve(calls.putPortalConfig, putPortalConfig),
]
