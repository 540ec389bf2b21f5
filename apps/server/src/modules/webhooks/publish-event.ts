import type { DeliveredType, WebhookEventType } from '@holdfast/contract'
import { sql } from 'kysely'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { deliverWebhookJob } from './deliver-job.ts'
import { triedForMs } from './retry-times.ts'

/** Something that happened, as systems are told of it: no content, no names and no numbers. */
export interface PublishedEvent {
  type: WebhookEventType
  /** Unique among events of its type. A webhook gets an event once, however often it is published. */
  key: string
  at: string
  data: Readonly<Record<string, string>>
}

/** Has an event delivered to the webhooks that ask for it, once however often it is published. */
export const publishEvent = async (tx: TenantTransaction, event: PublishedEvent): Promise<void> => {
  const asking = await tx.db
    .selectFrom('webhooks')
    .select('webhook_reference')
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where(sql<boolean>`event_types @> ${[event.type]}::text[]`)
    .execute()
  const { type, key, at: timestamp, data } = event
  const body = JSON.stringify({ type, timestamp, data })
  for (const { webhook_reference } of asking) {
    await addDelivery(tx, { webhook_reference, event_type: type, event_key: `${type} ${key}`, body })
  }
}

interface NewDelivery {
  webhook_reference: string
  event_type: DeliveredType
  event_key: string
  body: string
}

/** @returns its reference; `null` if the webhook has the event already */
export const addDelivery = async (tx: TenantTransaction, delivery: NewDelivery): Promise<string | null> => {
  const delivery_reference = newId(tx.now)
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('webhook_deliveries')
    .values({
      client: tx.client,
      delivery_reference,
      ...delivery,
      state: 'waiting',
      created_at: tx.now,
      next_at: tx.now,
      retry_until: new Date(tx.now.getTime() + triedForMs),
    })
    .onConflict((conflict) => conflict.columns(['client', 'webhook_reference', 'event_key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return null
  const { webhook_reference } = delivery
  await enqueueJobs(tx.db, deliverWebhookJob, [{ client: tx.client, webhook_reference, delivery_reference }])
  return delivery_reference
}
