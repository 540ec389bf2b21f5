import { createWebhookKey, newId, type Platform } from '@holdfast/server'
import { hourMs, minuteMs } from './time-spans.ts'

/** Off, because the address leads nowhere. */
const webhook = {
  webhook_reference: 'SIEM',
  url: 'https://siem.meridian.example/holdfast',
  event_types: ['alert.raised', 'alert.cleared'] as ('alert.raised' | 'alert.cleared')[],
  is_active: false,
}

const delivered = { state: 'delivered', last_outcome: 'delivered', last_status: 204 } as const
const failed = { state: 'failed', last_outcome: 'refused', last_status: 503 } as const

/** The deliveries, oldest first: how many hours ago, and after how many tries. */
const past = [
  { hoursAgo: 71, event_type: 'webhook.test', attempts: 1, ...delivered },
  { hoursAgo: 52, event_type: 'alert.raised', attempts: 1, ...delivered },
  { hoursAgo: 50, event_type: 'alert.cleared', attempts: 3, ...delivered },
  { hoursAgo: 27, event_type: 'alert.raised', attempts: 8, ...failed },
] as const

/** A customer's webhook that was switched off again, with what was delivered to it. An account that has it is not changed. */
export const fillWebhooks = ({ database, keys }: Pick<Platform, 'database' | 'keys'>, client: string): Promise<void> =>
  database.transaction(client, async (tx) => {
    const { now } = tx
    await createWebhookKey(tx, keys)
    const added = await tx.db
      .insertInto('webhooks')
      .values({ client, ...webhook, created_at: now, updated_at: now, updated_by: 'olivia.hart' })
      .onConflict((conflict) => conflict.columns(['client', 'webhook_reference']).doNothing())
      .returning('webhook_reference')
      .executeTakeFirst()
    if (!added) return
    for (const { hoursAgo, event_type, ...columns } of past) {
      const created_at = new Date(now.getTime() - hoursAgo * hourMs)
      const delivery_reference = newId(created_at)
      const data = event_type === 'webhook.test' ? {} : dataOf(newId(created_at))
      await tx.db
        .insertInto('webhook_deliveries')
        .values({
          client,
          webhook_reference: webhook.webhook_reference,
          delivery_reference,
          event_type,
          event_key: `${event_type} ${delivery_reference}`,
          body: JSON.stringify({ type: event_type, timestamp: created_at.toISOString(), data }),
          ...columns,
          created_at,
          retry_until: new Date(created_at.getTime() + 72 * hourMs),
          last_at: new Date(created_at.getTime() + columns.attempts * minuteMs),
        })
        .execute()
    }
  })

const dataOf = (alert_reference: string) => ({
  alert_reference,
  condition: 'payload_failed',
  scope: 'ops',
  severity: 'High',
  link: `https://holdfast.example/dashboard/account/alerts/${alert_reference}`,
})
