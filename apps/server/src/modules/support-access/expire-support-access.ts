import { type Static, Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { notifyStaff } from './notify-staff.ts'
import { changeRequestState, requestDetails, selectRequests } from './support-request.ts'
import { expiryOf, type TimedRequest } from './support-state.ts'

const Expiring = Type.Object({ client: Type.String(), request_reference: Type.String(), expires_at: Type.String() })
type Expiring = Static<typeof Expiring>

export const expireSupportAccessJob: JobDefinition<Expiring> = {
  name: 'expire_support_access',
  payload: Expiring,
  maxAttempts: 25,
  key: ({ client, request_reference, expires_at }) => `${client}/${request_reference}/${expires_at}`,
}

/**
 * Schedules the job that stores the expiry of a request in its current state. The request expires at that time even
 * if the job runs later.
 */
export const scheduleExpiry = async (
  tx: TenantTransaction,
  request: TimedRequest & { request_reference: string },
): Promise<void> => {
  const expiry = expiryOf(request)
  if (expiry === null) return
  const { client } = tx
  const { request_reference } = request
  const due = { client, request_reference, expires_at: expiry.toISOString() }
  await tx.enqueue(expireSupportAccessJob, due, { runAt: expiry })
}

/** Stores the expiry of a request and records it on the trail. Does nothing if the request was decided on meanwhile. */
export const expireSupportAccess: Job<Expiring> = {
  definition: expireSupportAccessJob,
  async handle({ platform }, { client, request_reference }) {
    const expired = await platform.database.transaction(client, (tx) => expireIfDue(tx, request_reference))
    if (expired) await notifyStaff(platform, expired)
  },
}

const expireIfDue = async (tx: TenantTransaction, request_reference: string) => {
  const request = await selectRequests(tx.db)
    .where('client', '=', tx.client)
    .where('request_reference', '=', request_reference)
    .forUpdate()
    .executeTakeFirst()
  const expiry = request ? expiryOf(request) : null
  if (!request || expiry === null || expiry > tx.now) return null
  const expired = await changeRequestState(tx, request, { approval_state: 'expired' }, 'system')
  await recordProductActivity(tx, {
    call: `JOB ${expireSupportAccessJob.name}`,
    event: 'support_access.expired',
    details: { ...requestDetails(request), from: request.approval_state },
  })
  return expired
}
