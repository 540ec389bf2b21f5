import { providerClient } from '../accounts/index.ts'
import type { Activity } from '../activities/index.ts'
import type { Platform } from '../platform.ts'

/** Records what the call's own transaction did not. Calls of staff in a customer's account go to the provider's trail, too. */
export const recordCall = async ({ activities, clients }: Platform, activity: Activity): Promise<void> => {
  const trail = await clients.trailAccount(activity.client)
  if (!activity.isWritten) await activities.record(trail, activity)
  if (activity.isVisit && trail !== providerClient) await activities.record(providerClient, activity)
}
