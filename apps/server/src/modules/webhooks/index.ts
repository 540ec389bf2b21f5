import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob, JobLane } from '../../core/jobs.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { deliverWebhook } from './deliver.ts'
import { deliverToWebhook } from './deliver-to-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { putWebhook } from './put-webhook.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

export { publishEvent } from './publish-event.ts'

export const webhookHandlers = {
  listWebhooks,
  getWebhook,
  putWebhook,
  deleteWebhook,
  deliverToWebhook,
} satisfies Partial<Handlers>

export const webhookJobs: readonly AnyJob[] = [sweepDeliveries]

/** A lane of its own: systems of customers that do not answer delay nothing else. */
export const webhookLane: JobLane = { jobs: [deliverWebhook], concurrency: 4 }
