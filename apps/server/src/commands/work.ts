import type { Settings } from '../platform/settings/index.ts'
import { startWorker } from '../worker.ts'
import { withDatabase } from './required-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/** `holdfast work`: the worker, until stopped. */
export const work = (settings: Settings): Promise<void> => runUntilStopped(() => startWorker(withDatabase(settings)))
