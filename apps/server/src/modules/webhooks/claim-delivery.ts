import type { TenantTransaction } from '../../platform/database/index.ts'
import { type Delivered, deliverWebhookJob } from './deliver-job.ts'
import { webhooks } from './webhook-row.ts'

/** Longer than a request can take, so that a delivery whose worker died is tried again. */
const claimedForMs = 60_000

/**
 * Claims a delivery that is due, so that no other worker sends it at the same time. Of a webhook that is switched off only tests
 * are sent, of a closed account nothing. While a webhook does not answer, what else is due waits for the end of its pause: a system that hangs must not keep
 * all workers busy.
 */
export const claimDelivery = async (
  tx: TenantTransaction,
  { webhook_reference, delivery_reference }: Delivered,
  isAccountOpen: boolean,
): Promise<{ url: string; body: string } | null> => {
  const webhook = await webhooks.find(tx, webhook_reference)
  const delivery = await tx.db
    .selectFrom('webhook_deliveries')
    .select(['event_type', 'body', 'next_at', 'claimed_until'])
    .where('client', '=', tx.client)
    .where('webhook_reference', '=', webhook_reference)
    .where('delivery_reference', '=', delivery_reference)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (!webhook || !delivery || isAhead(delivery.claimed_until, tx) || isAhead(delivery.next_at, tx)) return null
  const isTest = delivery.event_type === 'webhook.test'
  const set = (columns: object) =>
    tx.db
      .updateTable('webhook_deliveries')
      .set(columns)
      .where('client', '=', tx.client)
      .where('webhook_reference', '=', webhook_reference)
      .where('delivery_reference', '=', delivery_reference)
      .execute()
  if (!isAccountOpen || (!webhook.is_active && !isTest)) {
    await set({ state: 'failed', next_at: null, last_at: tx.now, last_outcome: 'switched_off', last_status: null })
    return null
  }
  if (!isTest && webhook.paused_until && isAhead(webhook.paused_until, tx)) {
    await set({ next_at: webhook.paused_until })
    const job = { client: tx.client, webhook_reference, delivery_reference }
    await tx.enqueue(deliverWebhookJob, job, { runAt: new Date(webhook.paused_until) })
    return null
  }
  await set({ claimed_until: new Date(tx.now.getTime() + claimedForMs) })
  return { url: webhook.url, body: delivery.body }
}

const isAhead = (time: string | null, { now }: TenantTransaction): boolean => time !== null && new Date(time) > now
