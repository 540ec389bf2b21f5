import type { Handlers } from '../../core/calls/index.ts'
import { getPortalConfig, putPortalConfig } from './portal-config.ts'

export { portalConfigOf } from './portal-config-row.ts'

export const portalConfigHandlers = {
  getPortalConfig,
  putPortalConfig,
} satisfies Partial<Handlers>
