import { Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

/** One delivery to one webhook. */
export interface Delivered {
  client: string
  webhook_reference: string
  delivery_reference: string
}

/** One try. When to try again stands in the delivery; the queue tries again only if the worker or the database failed. */
export const deliverWebhookJob: JobDefinition<Delivered> = {
  name: 'deliver_webhook',
  payload: Type.Object({ client: Type.String(), webhook_reference: Type.String(), delivery_reference: Type.String() }),
  maxAttempts: 5,
  key: ({ delivery_reference }) => delivery_reference,
}
