import type { Webhook, WebhookDelivery } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { type Tables, versionedTable } from '../../platform/database/index.ts'

export const webhookColumns = [
  'client',
  'webhook_reference',
  'url',
  'event_types',
  'is_active',
  'failing_since',
  'switched_off_at',
  'paused_until',
  'delivered_at',
  'updated_at',
  'updated_by',
  'version',
] as const

export const webhooks = versionedTable({
  table: 'webhooks',
  key: 'webhook_reference',
  columns: webhookColumns,
})

export type WebhookRow = Pick<Selectable<Tables['webhooks']>, (typeof webhookColumns)[number]>

/** The fields that people can edit. */
export const fieldsOf = ({ url, event_types, is_active }: Pick<Webhook, 'url' | 'event_types' | 'is_active'>) => ({
  url,
  event_types,
  is_active,
})

export const toWebhook = (
  { paused_until: _, ...row }: WebhookRow,
  { public_key, may }: Pick<Webhook, 'public_key' | 'may'>,
): Webhook => ({ ...row, public_key, may })

export const deliveryColumns = [
  'delivery_reference',
  'event_type',
  'state',
  'attempts',
  'created_at',
  'next_at',
  'last_at',
  'last_outcome',
  'last_status',
  'body',
] as const

type DeliveryRow = Pick<Selectable<Tables['webhook_deliveries']>, (typeof deliveryColumns)[number]>

/** The header `webhook-id` of a delivery: the same at every try. */
export const webhookIdOf = (delivery_reference: string): string => `msg_${delivery_reference}`

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  webhook_id: webhookIdOf(row.delivery_reference),
})
