import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { PushDelayed, type Pusher } from '../../platform/push/index.ts'
import { findPushToken, forgetPushToken } from '../devices/index.ts'
import { isUnfinished, oldestUnanswered } from './device-command-row.ts'

const PushedDevice = Type.Object({ client: Type.String(), device_reference: Type.String() })
type PushedDevice = Static<typeof PushedDevice>

/** Ten tries take three and a half hours. Handsets fetch their commands anyway. */
const pushCommandsJob: JobDefinition<PushedDevice> = {
  name: 'push_commands',
  payload: PushedDevice,
  maxAttempts: 10,
  key: ({ client, device_reference }) => `${client}/${device_reference}`,
}

/** Has these devices told that commands wait for them, if FCM is configured. */
export const enqueuePushes = async (
  tx: TenantTransaction,
  pusher: Pusher | null,
  device_references: Iterable<string>,
): Promise<void> => {
  if (pusher === null) return
  for (const device_reference of new Set(device_references)) {
    await tx.enqueue(pushCommandsJob, { client: tx.client, device_reference })
  }
}

/** Tells a device that commands wait for it, unless it has fetched them meanwhile or has no registration token. */
export const pushCommands: Job<PushedDevice> = {
  definition: pushCommandsJob,
  async handle({ platform: { database, pusher }, attempt }, job) {
    const fcm_token = await database.read(job.client, (tx) => tokenToPush(tx, job.device_reference))
    if (fcm_token === null || pusher === null) return
    try {
      const outcome = await pusher.tellCommandsWait(fcm_token)
      if (outcome === 'sent') return
    } catch (error) {
      if (!(error instanceof PushDelayed) || attempt >= pushCommandsJob.maxAttempts) throw error
      const runAt = new Date(Date.now() + error.waitMs)
      return database.transaction(job.client, (tx) => tx.enqueue(pushCommandsJob, job, { runAt }))
    }
    await database.transaction(job.client, (tx) => forgetPushToken(tx, job.device_reference, fcm_token))
  },
}

const tokenToPush = async (tx: TenantTransaction, device_reference: string): Promise<string | null> => {
  const waiting = await tx.db
    .selectFrom('device_commands')
    .select('command_reference')
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where(isUnfinished)
    .where('state', '=', 'Sent')
    .where('sent_at', '>', oldestUnanswered(tx.now))
    .limit(1)
    .executeTakeFirst()
  return waiting ? findPushToken(tx, device_reference) : null
}
