import { Timestamp } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { lockMissingContents, transitionTogether } from '../payloads/index.ts'

const LostRecordings = Type.Object({
  client: Type.String(),
  device_reference: Type.String(),
  registered_until: Timestamp,
  reason: Type.Optional(Type.Enum(['factory_reset', 'device_removed'])),
})
type LostRecordings = Static<typeof LostRecordings>

/** Enqueued when a device was reset or removed: recordings that the device had registered but not completely uploaded are lost. */
export const markLostRecordingsJob: JobDefinition<LostRecordings> = {
  name: 'give_up_lost_recordings',
  payload: LostRecordings,
  maxAttempts: 25,
  key: ({ client, device_reference, registered_until }) => `${client}/${device_reference}/${registered_until}`,
}

const atOnce = 100
const product = { kind: 'system', reference: 'system' } as const

/** Marks the recordings as NotRecoverable, one transaction per batch so that no lock is held for long. Safe to repeat. */
export const markLostRecordings: Job<LostRecordings> = {
  definition: markLostRecordingsJob,
  async handle({ platform, signal }, lost) {
    let marked = atOnce
    while (marked === atOnce) {
      signal.throwIfAborted()
      marked = await platform.database.transaction(lost.client, (tx) => markBatch(tx, lost))
    }
  },
}

const markBatch = async (tx: TenantTransaction, lost: LostRecordings): Promise<number> => {
  const { reason = 'factory_reset' } = lost
  const change = { to: 'NotRecoverable', event: 'payload.not_recoverable', details: { reason } } as const
  const payloads = await lockMissingContents(tx, { ...lost, limit: atOnce })
  await transitionTogether(
    tx,
    product,
    payloads.map((payload) => ({ payload, changes: [change] })),
  )
  return payloads.length
}
