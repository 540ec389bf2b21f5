import { fillHistory } from '../demo/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { stopRequested, tellSupervisor } from './supervisor-channel.ts'

/** `holdfast history`: the past of the demonstration's customers, filled in while they are looked at already. */
export async function history(settings: Settings): Promise<void> {
  await tellSupervisor({ ready: null })
  // Whatever is under way is one transaction: ending here loses nothing that the next start would not fill in.
  await Promise.race([fillHistory(withDatabase(settings)), stopRequested()])
}
