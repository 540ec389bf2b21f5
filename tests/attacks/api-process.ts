import type { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { type KilledPart, startKilledPart } from '../faults/killed-part.ts'
import { freePort } from '../setup/loopback.ts'

export interface ApiProcess {
  api: KilledPart
  origin: string
}

/** Starts a second api for an account, in a process of its own. */
export const startApiProcess = async (
  account: AccountWithHandsets,
  environment: Record<string, string> = {},
): Promise<ApiProcess> => {
  const port = await freePort()
  const { settings } = account.server
  const origin = `http://127.0.0.1:${port}`
  const api = startKilledPart('api', 0, {
    HOLDFAST_HOME: settings.home,
    HOLDFAST_ORIGIN: account.server.origin,
    HOLDFAST_PORT: String(port),
    HOLDFAST_LOG_LEVEL: 'fatal',
    HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8',
    KEYS_URL: settings.keysUrl,
    OBJECTS_URL: settings.objectsUrl,
    DATABASE_URL: settings.databaseUrl,
    ...environment,
  })
  await api.ready
  return { api, origin }
}
