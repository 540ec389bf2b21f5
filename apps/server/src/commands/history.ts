import { fillHistory } from '../../../demo/src/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
import { sendToSupervisor, stopRequested } from './supervisor-channel.ts'

/** `holdfast history`: fills in the history of the demonstration's customers while people already use the product. */
export async function history(settings: Settings): Promise<void> {
  await sendToSupervisor({ ready: null })
  // Each step is one transaction, so stopping here loses nothing: the next start fills in the rest.
  await Promise.race([fillHistory(withDatabase(settings)), stopRequested()])
}
