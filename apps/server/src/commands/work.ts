import type { Settings } from '../platform/settings/index.ts'
import { startWorker } from '../worker.ts'
import { assertSettingsWork } from './assert-settings-work.ts'
import { withDatabase } from './required-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/** `holdfast work`: runs the worker until stopped. */
export const work = async (settings: Settings): Promise<void> => {
  await runUntilStopped(async () => {
    await assertSettingsWork(settings)
    return startWorker(withDatabase(settings))
  })
}
