import { type Static, Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { detailsOf, lockRequest, type RequestRow, settle } from './request-row.ts'

const Expiring = Type.Object({ client: Type.String(), access_request_reference: Type.String() })
type Expiring = Static<typeof Expiring>

const expireAccessRequestJob: JobDefinition<Expiring> = {
  name: 'expire_access_request',
  payload: Expiring,
  maxAttempts: 25,
  key: ({ client, access_request_reference }) => `${client}/${access_request_reference}`,
}

/** Schedules the job that stores the expiry. The request expires at that time even if the job runs later. */
export const scheduleExpiry = (
  tx: TenantTransaction,
  { access_request_reference, expires_at }: RequestRow,
): Promise<void> =>
  tx.enqueue(expireAccessRequestJob, { client: tx.client, access_request_reference }, { runAt: new Date(expires_at) })

/** Records that nobody decided on a request in time, and tells the requester. Does nothing if somebody did. */
export const expireAccessRequest: Job<Expiring> = {
  definition: expireAccessRequestJob,
  async handle({ platform }, { client, access_request_reference }) {
    await platform.database.transaction(client, (tx) => expireRequest(tx, access_request_reference))
  },
}

export const expireRequest = async (tx: TenantTransaction, access_request_reference: string): Promise<void> => {
  const request = await lockRequest(tx, access_request_reference)
  if (request.state !== 'waiting' || Date.parse(request.expires_at) > tx.now.getTime()) return
  await settle(tx, request, { state: 'expired' })
  await notifyPeople(tx, [
    {
      recipient: request.requested_by,
      kind: 'access_expired',
      caused_by: null,
      reference: access_request_reference,
    },
  ])
  await recordProductActivity(tx, {
    call: `JOB ${expireAccessRequestJob.name}`,
    event: 'access_request.expired',
    details: detailsOf(request),
  })
}
