import type { FastifyInstance } from 'fastify'
import { createHttpServer, registerCalls, registerOperations, registerPortal } from './core/calls/index.ts'
import { mountBroker } from './core/identity/index.ts'
import { type OpenPlatformOptions, openPlatform } from './core/open-platform.ts'
import type { Platform } from './core/platform.ts'
import { recoverDestructions } from './modules/destruction/index.ts'
import { handlers } from './modules/index.ts'
import { registerEmailMetrics } from './modules/notifications/index.ts'
import { currentTermsVersion } from './modules/session/index.ts'
import { registerStoreMetrics } from './modules/store-sweeps/index.ts'
import { registerOpenApi, registerReference } from './platform/openapi/index.ts'
import type { Settings } from './platform/settings/index.ts'

export interface Api {
  platform: Platform
  /** Accepts no new requests, completes those in progress, and closes every part. */
  stop: () => Promise<void>
}

export interface ApiOptions extends Pick<OpenPlatformOptions, 'onQuery' | 'logTo'> {
  /** Completes before the server listens. */
  beforeServing?: (platform: Platform) => Promise<void>
}

/** Starts the api: the calls, the portal, and the embedded broker unless an external issuer is configured. */
export const startApi = async (
  settings: Settings & { databaseUrl: string },
  { beforeServing, ...watching }: ApiOptions = {},
): Promise<Api> => {
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion, ...watching })
  const [app] = await Promise.all([assemble(platform), recoverDestructions(platform), beforeServing?.(platform)])
  await app.listen({ port: settings.port, host: settings.host })
  app.callLimits.largeBodies.start()
  return {
    platform,
    stop: async () => {
      await app.close()
      await platform.close()
    },
  }
}

/** Registers all HTTP routes for an open platform. Does not listen yet. */
export const assemble = async (platform: Platform): Promise<FastifyInstance> => {
  const app = await createHttpServer(platform)
  if (platform.identity.broker) mountBroker(app, platform.identity.broker)
  registerOpenApi(app, platform.settings)
  registerOperations(app, platform)
  registerStoreMetrics(platform.metrics.registry, platform.database)
  registerEmailMetrics(platform.metrics.registry, platform.database)
  registerCalls(app, platform, handlers)
  registerReference(app)
  await registerPortal(app, platform.settings)
  return app
}
