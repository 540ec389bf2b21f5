import type { SupportAccess } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import { noticeOf } from './support-request.ts'

/**
 * Notifies open screens of the provider's area. They belong to another account than the request, so this needs a
 * transaction of its own. A screen that misses the notice shows the change when it next loads.
 */
export const notifyStaff = async ({ database, log }: Platform, request: SupportAccess): Promise<void> => {
  const notice = noticeOf(request.request_reference, request.approval_state)
  await database
    .transaction(providerClient, (tx) => tx.notify(notice))
    .catch((error: unknown) => log.warn({ err: error }, 'staff were not told of a change of support access'))
}
