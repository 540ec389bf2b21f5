import { startApi } from '../api.ts'
import { fillDemo } from '../../../demo/src/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startRequested } from './supervisor-channel.ts'

/**
 * `holdfast demonstrate`: the api and the portal, with the customers of the demonstration. It loads its code, which takes
 * most of its start, while the supervisor still starts PostgreSQL.
 */
export const demonstrate = (settings: Settings): Promise<void> =>
  runUntilStopped(() => startApi(withDatabase(settings), { beforeServing: fillDemo }), startRequested())
