import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { aboutDevice, raiseAlert } from '../alerts/index.ts'
import { isUnfinished, oldestUnanswered } from './device-command-row.ts'

const definition = { name: 'time_out_commands', payload: Type.Object({}), maxAttempts: 5 } as const

/** Once an hour: commands that no device answered in time have failed (docs/decisions/0001, 'Devices'). */
export const timeOutCommands: Job<Record<string, unknown>> = {
  definition,
  schedule: '35 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      for (let timedOut = maxAtOnce; timedOut === maxAtOnce; ) {
        signal.throwIfAborted()
        timedOut = await platform.database.transaction(client, timeOut)
      }
    }
  },
}

const maxAtOnce = 500

/** @returns how many failed; there may be more if it is `maxAtOnce` */
const timeOut = async (tx: TenantTransaction): Promise<number> => {
  const unanswered = tx.db
    .selectFrom('device_commands')
    .select('command_reference')
    .where('client', '=', tx.client)
    .where(isUnfinished)
    .where('state', '=', 'Sent')
    .where('sent_at', '<=', oldestUnanswered(tx.now))
    .orderBy('command_reference')
    .limit(maxAtOnce)
    .forUpdate()
    .skipLocked()
  const failed = await tx.db
    .updateTable('device_commands')
    .set({ state: 'Failed', failure: 'timeout', completed_at: tx.now, updated_at: tx.now, updated_by: 'system' })
    .where('client', '=', tx.client)
    .where(sql<boolean>`command_reference in (${unanswered})`)
    .returning(['device_reference', 'group', 'command', 'command_reference'])
    .execute()
  if (failed.length === 0) return 0
  const details = { rows: failed.length, reason: `no answer within ${limits.commandTimeoutDays} days` }
  await recordProductActivity(tx, { call: `JOB ${definition.name}`, event: 'device_command.timed_out', details })
  for (const { device_reference: reference, group, command } of failed) {
    const about = { values: { device: reference, command }, group, related: [aboutDevice(reference)] }
    await raiseAlert(tx, { condition: 'command_failed', of: reference, ...about })
    await tx.notify({ kind: 'device', reference, state: null, payload_type: null, group })
  }
  return failed.length
}
