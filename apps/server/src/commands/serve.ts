import { startApi } from '../api.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/** `holdfast serve`: the api and the portal, until stopped. */
export const serve = (settings: Settings): Promise<void> => runUntilStopped(() => startApi(withDatabase(settings)))
