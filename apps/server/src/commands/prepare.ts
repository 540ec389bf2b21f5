import { fillDemo } from '../demo/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { tellSupervisor } from './supervisor-channel.ts'

/** `holdfast prepare`: what `start` needs in the database before anything serves; tells the accounts to sign in with. */
export async function prepare(settings: Settings): Promise<void> {
  await tellSupervisor({ ready: await fillDemo(withDatabase(settings)) })
}
