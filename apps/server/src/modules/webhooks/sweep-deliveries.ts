import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { deliverWebhookJob } from './deliver-job.ts'

const dayMs = 24 * 60 * 60 * 1000
const keptDays = 30
/** Of one webhook, so many deliveries are kept at most. */
const keptDeliveries = 10_000
const batch = 1_000
/** A delivery that is due for this long has lost its job. */
const lostAfterMs = 10 * 60_000

/** Removes old deliveries, and has those tried that are due and have no job any more. */
export const sweepDeliveries: Job<Record<string, unknown>> = {
  definition: { name: 'sweep_webhook_deliveries', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '*/10 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, sweepAccount)
    }
  },
}

export const sweepAccount = async (tx: TenantTransaction): Promise<void> => {
  await sql`delete from webhook_deliveries where client = ${tx.client} and delivery_reference = any(array(
      select delivery_reference from webhook_deliveries
        where client = ${tx.client} and delivery_reference < ${earliestId(new Date(tx.now.getTime() - keptDays * dayMs))}
        limit ${batch}))`.execute(tx.db)
  await sql`delete from webhook_deliveries old using (
      select webhook.webhook_reference, oldest.delivery_reference from webhooks webhook, lateral (
        select min(delivery_reference) as delivery_reference from (
          select delivery_reference from webhook_deliveries newest
            where newest.client = ${tx.client} and newest.webhook_reference = webhook.webhook_reference
            order by delivery_reference desc limit ${keptDeliveries}) newest) oldest
        where webhook.client = ${tx.client}) kept
    where old.client = ${tx.client} and old.webhook_reference = kept.webhook_reference
      and old.delivery_reference < kept.delivery_reference and old.state <> 'waiting'`.execute(tx.db)
  const lost = await tx.db
    .selectFrom('webhook_deliveries')
    .select(['client', 'webhook_reference', 'delivery_reference'])
    .where('client', '=', tx.client)
    .where('state', '=', 'waiting')
    .where('next_at', '<', new Date(tx.now.getTime() - lostAfterMs).toISOString())
    .limit(batch)
    .execute()
  await enqueueJobs(tx.db, deliverWebhookJob, lost)
}
