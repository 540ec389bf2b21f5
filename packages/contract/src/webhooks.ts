/** Webhooks: requests to a customer's own system when something happens (https://www.standardwebhooks.com, `v1a`). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { newReference, Ulid, WebhookReference, WebhookUrl } from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp } from './times.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

/** The events that systems can ask for. */
export const webhookEventTypes = ['alert.raised', 'alert.cleared'] as const
export const WebhookEventType = Type.Enum(webhookEventTypes)
export type WebhookEventType = Static<typeof WebhookEventType>

/** What is delivered: an event, or the test that somebody asked for. */
export const deliveredTypes = [...webhookEventTypes, 'webhook.test'] as const
export const DeliveredType = Type.Enum(deliveredTypes)
export type DeliveredType = Static<typeof DeliveredType>

/** An account has at most so many. */
export const maxWebhooks = 10
/** The newest deliveries that are read with a webhook. */
export const shownDeliveries = 100

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export const DeliveryState = Type.Enum(deliveryStates, {
  description: 'waiting: it is tried, or tried again at next_at. failed: it was given up; it can be asked for again',
})
export type DeliveryState = Static<typeof DeliveryState>

export const deliveryOutcomes = ['delivered', 'refused', 'no_answer', 'forbidden_address', 'switched_off'] as const
export const DeliveryOutcome = Type.Enum(deliveryOutcomes, {
  description:
    'refused: answered with another status than 2xx. forbidden_address: the address is not public, or not https. switched_off: the webhook was switched off',
})
export type DeliveryOutcome = Static<typeof DeliveryOutcome>

export const WebhookDelivery = Type.Object(
  {
    delivery_reference: Ulid,
    webhook_id: Type.String({ description: 'The header `webhook-id`, the same at every try' }),
    event_type: DeliveredType,
    state: DeliveryState,
    attempts: Type.Integer({ minimum: 0 }),
    created_at: Timestamp,
    next_at: nullable({ ...Timestamp, description: 'When it is tried next' }),
    last_at: nullable({ ...Timestamp, description: 'When it was tried last' }),
    last_outcome: nullable(DeliveryOutcome),
    last_status: nullable(Type.Integer({ description: 'The HTTP status of the last answer' })),
    body: Type.String({ description: 'The bytes that are sent and signed, as UTF-8' }),
  },
  { description: 'One event on its way to one webhook. Kept for 30 days.' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** The fields of a webhook that people edit. */
export const webhookFields = {
  url: WebhookUrl,
  event_types: Type.Array(WebhookEventType, { minItems: 1, maxItems: 20, uniqueItems: true }),
  is_active: Type.Boolean(),
}

export const Webhook = Type.Object(
  {
    webhook_reference: WebhookReference,
    ...webhookFields,
    public_key: Type.String({
      description: "The Ed25519 key that verifies the account's signatures: `whpk_` and its 32 bytes in base64",
    }),
    failing_since: nullable({ ...Timestamp, description: 'Every try failed since then; null: the last one did not' }),
    switched_off_at: nullable({ ...Timestamp, description: 'When it was switched off because it had failed for days' }),
    delivered_at: nullable({ ...Timestamp, description: 'When something was delivered last' }),
    ...changeFields,
    version: Version,
    ...mayField(['change', 'delete']),
  },
  { title: 'Webhook', description: "An address of the customer's own system, which is told of events." },
)
export type Webhook = Static<typeof Webhook>

export const WebhookWithDeliveries = Type.Object(
  {
    ...Webhook.properties,
    deliveries: Type.Array(WebhookDelivery, { description: `The newest ${shownDeliveries}, the newest first` }),
  },
  { title: 'WebhookWithDeliveries', description: 'A webhook, and what was delivered to it.' },
)
export type WebhookWithDeliveries = Static<typeof WebhookWithDeliveries>

const WebhookParams = Type.Object({ webhook_reference: WebhookReference }, closed)
const ofWebhooks = { catalogue: 'admin-client', beyondSpecification: true } as const
const ofOne = { ...ofWebhooks, path: '/webhooks/{webhook_reference}', params: WebhookParams } as const

export const listWebhooks = call({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks',
  summary: 'Lists webhooks by reference.',
  action: 'webhooks:read',
  query: listQuery({}),
  response: listOf(Webhook),
  errors: ['list.bad_last_key'],
})

export const getWebhook = call({
  ...ofOne,
  method: 'GET',
  summary: 'Reads one webhook with its newest deliveries.',
  action: 'webhooks:read',
  response: WebhookWithDeliveries,
  errors: ['request.not_found'],
})

export const putWebhook = call({
  ...ofOne,
  method: 'PUT',
  summary:
    'Creates a webhook or replaces its settings. Whoever has one made must be allowed to read all alerts of the account.',
  action: 'webhooks:write',
  params: Type.Object({ webhook_reference: newReference(WebhookReference) }, closed),
  body: Type.Object({ ...expectedVersion, ...webhookFields }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Webhook,
  audit: 'webhook.updated',
  errors: ['edit.conflict', 'webhook.too_many'],
})

export const deleteWebhook = call({
  ...ofOne,
  method: 'DELETE',
  summary: 'Deletes a webhook with its deliveries.',
  action: 'webhooks:write',
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'webhook.deleted',
  errors: ['request.not_found', 'edit.conflict'],
})

export const deliverToWebhook = call({
  ...ofWebhooks,
  method: 'POST',
  path: '/webhooks/{webhook_reference}/deliveries',
  summary:
    'Delivers a test, or something that was delivered or given up before once more, with the same id and the same bytes. The caller must be allowed to read all alerts of the account.',
  action: 'webhooks:write',
  params: WebhookParams,
  body: Type.Object(
    { delivery_reference: Type.Optional({ ...Ulid, description: 'Absent: a test is delivered' }) },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: WebhookDelivery,
  audit: 'webhook.delivery_asked',
  errors: ['request.not_found'],
})

export const webhookCalls = { listWebhooks, getWebhook, putWebhook, deleteWebhook, deliverToWebhook }
