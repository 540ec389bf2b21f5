import { startApi } from '../api.ts'
import type { Settings } from '../platform/settings/index.ts'
import { assertSettingsWork } from './assert-settings-work.ts'
import { withDatabase } from './required-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/** `holdfast serve`: runs the api and the portal until stopped. */
export const serve = async (settings: Settings): Promise<void> => {
  await runUntilStopped(async () => {
    await assertSettingsWork(settings)
    return startApi(withDatabase(settings))
  })
}
