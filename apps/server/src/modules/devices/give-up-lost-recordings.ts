import { type Static, Type } from 'typebox'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import type { JobDefinition } from '../../platform/jobs/enqueue.ts'
import { transition } from '../payloads/index.ts'

const LostRecordings = Type.Object({
  client: Type.String(),
  device_reference: Type.String(),
  registered_until: Type.String({ format: 'date-time' }),
})
type LostRecordings = Static<typeof LostRecordings>

/** After a factory reset: what the device registered before it and had not uploaded whole is gone from it. */
export const giveUpLostRecordings: JobDefinition<LostRecordings> = {
  name: 'give_up_lost_recordings',
  payload: LostRecordings,
  maxAttempts: 25,
  key: ({ client, device_reference, registered_until }) => `${client}/${device_reference}/${registered_until}`,
}

const atOnce = 100

/** Makes them NotRecoverable, a batch a transaction, so that no lock is held for long. Can be repeated. */
export const giveUpLostRecordingsOf = async (database: Database, lost: LostRecordings): Promise<void> => {
  for (;;) {
    const given = await database.transaction(lost.client, (tx) => giveUpBatch(tx, lost))
    if (given < atOnce) return
  }
}

const giveUpBatch = async (tx: TenantTransaction, lost: LostRecordings): Promise<number> => {
  const payloads = await tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_reference', '=', lost.device_reference)
    .where('payload_state', '=', 'Recorded')
    .where('registered_at', '<=', lost.registered_until)
    .orderBy('payload_reference')
    .limit(atOnce)
    .forUpdate()
    .execute()
  for (const payload of payloads) {
    await transition(tx, { kind: 'system', reference: 'system' }, payload, {
      to: 'NotRecoverable',
      event: 'payload.not_recoverable',
      details: { reason: 'factory_reset' },
    })
  }
  return payloads.length
}
