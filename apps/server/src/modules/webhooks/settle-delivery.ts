import type { DeliveryOutcome } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { raiseAlert } from '../alerts/index.ts'
import { type Delivered, deliverWebhookJob } from './deliver-job.ts'
import { nextTry } from './retry-times.ts'
import { type WebhookRow, webhooks } from './webhook-row.ts'

/** The result of one request. */
export interface Attempt {
  outcome: DeliveryOutcome
  /** `null` without an answer. */
  status: number | null
}

const pauseMs = 60_000
const dayMs = 24 * 60 * 60 * 1000
/** A webhook is switched off when every try has failed for so long. */
const failingForMs = 5 * dayMs
/** The other system says that the address is gone for good. */
const gone = 410

/** Stores what a try came to, and has it tried again unless it was delivered or is given up. */
export const settleDelivery = async (tx: TenantTransaction, job: Delivered, attempt: Attempt): Promise<void> => {
  const webhook = await webhooks.lock(tx, job.webhook_reference)
  if (!webhook) return
  const { outcome, status } = attempt
  const delivery = await tx.db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: null,
      last_at: tx.now,
      last_outcome: outcome,
      last_status: status,
    }))
    .where((eb) => eb.and(keyOf(job)))
    .where('state', '=', 'waiting')
    .returning(['attempts', 'retry_until', 'event_type'])
    .executeTakeFirst()
  if (!delivery) return
  const isDelivered = outcome === 'delivered'
  const isTest = delivery.event_type === 'webhook.test'
  const retryUntil = new Date(delivery.retry_until)
  // A test tells at once whether it works.
  const next = isDelivered || isTest ? null : nextTry({ attempts: delivery.attempts, retryUntil }, tx.now)
  await tx.db
    .updateTable('webhook_deliveries')
    .set({ state: isDelivered ? 'delivered' : next ? 'waiting' : 'failed', next_at: next })
    .where((eb) => eb.and(keyOf(job)))
    .execute()
  if (next) await tx.enqueue(deliverWebhookJob, job, { runAt: next })
  if (isDelivered || !isTest) await settleWebhook(tx, webhook, attempt)
}

const keyOf = ({ client, webhook_reference, delivery_reference }: Delivered) => ({
  client,
  webhook_reference,
  delivery_reference,
})

/** Remembers since when a webhook has failed, and switches it off when that was too long. */
const settleWebhook = async (
  tx: TenantTransaction,
  { webhook_reference, failing_since, is_active, version }: WebhookRow,
  { outcome, status }: Attempt,
): Promise<void> => {
  const set = (columns: object) =>
    tx.db
      .updateTable('webhooks')
      .set(columns)
      .where('client', '=', tx.client)
      .where('webhook_reference', '=', webhook_reference)
      .execute()
  if (outcome === 'delivered') {
    await set({ failing_since: null, paused_until: null, delivered_at: tx.now })
    return
  }
  const since = failing_since === null ? tx.now : new Date(failing_since)
  const isOver = is_active && (status === gone || tx.now.getTime() - since.getTime() >= failingForMs)
  await set({
    failing_since: since,
    paused_until: outcome === 'no_answer' ? new Date(tx.now.getTime() + pauseMs) : null,
    ...(isOver && {
      is_active: false,
      switched_off_at: tx.now,
      updated_at: tx.now,
      updated_by: 'system',
      version: version + 1,
    }),
  })
  if (!isOver) return
  const values = { webhook: webhook_reference }
  await raiseAlert(tx, {
    condition: 'webhook_failed',
    of: webhook_reference,
    values,
    related: [aboutWebhook(webhook_reference)],
  })
}

const aboutWebhook = (webhook_reference: string) => ({
  entity_id: webhook_reference,
  entity_type: 'Webhook',
  entity_subtype: null,
  api_link: `/webhooks/${encodeURIComponent(webhook_reference)}`,
  page_link: `/dashboard/account/webhooks/${encodeURIComponent(webhook_reference)}`,
})
