import { Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

/** One delivery to one webhook. */
export interface Delivered {
  client: string
  webhook_reference: string
  delivery_reference: string
  /** When somebody asked for it. Has a key of its own then: the queue keeps the time of a job that waits. */
  asked_at?: string
}

/** One try. When to try again stands in the delivery; the queue tries again only if the worker or the database failed. */
export const deliverWebhookJob: JobDefinition<Delivered> = {
  name: 'deliver_webhook',
  payload: Type.Object({
    client: Type.String(),
    webhook_reference: Type.String(),
    delivery_reference: Type.String(),
    asked_at: Type.Optional(Type.String()),
  }),
  maxAttempts: 5,
  key: ({ delivery_reference, asked_at }) => [delivery_reference, ...(asked_at ? [asked_at] : [])].join(' '),
}
