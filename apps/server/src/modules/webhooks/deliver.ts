import { readWebhookKey } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import { ForbiddenAddress, guardedFetch } from '../../platform/network/index.ts'
import { claimDelivery } from './claim-delivery.ts'
import { type Delivered, deliverWebhookJob } from './deliver-job.ts'
import { type Attempt, settleDelivery } from './settle-delivery.ts'
import { signedHeaders } from './signature.ts'
import { webhookIdOf } from './webhook-row.ts'

/** Tries a delivery once and stores what became of it, and when it is tried again. */
export const deliverWebhook: Job<Delivered> = {
  definition: deliverWebhookJob,
  async handle({ platform, signal }, job) {
    const { clients, database, keys, settings } = platform
    const account = await clients.findActive(job.client)
    const claimed = await database.transaction(job.client, async (tx) => {
      const delivery = await claimDelivery(tx, job, account !== null)
      const key = delivery && (await readWebhookKey(tx, keys))
      return delivery && key ? { ...delivery, key } : null
    })
    if (!claimed) return
    const id = webhookIdOf(job.delivery_reference)
    const headers = signedHeaders(claimed.key, { id, sentAt: new Date(), body: claimed.body })
    const send = guardedFetch(settings)
    const attempt = await post(send, claimed.url, { body: claimed.body, headers, signal })
    // A worker that stops aborts the request: that was no try of the other system's.
    signal.throwIfAborted()
    await database.transaction(job.client, (tx) => settleDelivery(tx, job, attempt))
  },
}

interface Request {
  body: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

const post = async (send: typeof fetch, url: string, { body, headers, signal }: Request): Promise<Attempt> => {
  try {
    const { status } = await send(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'Holdfast webhooks', ...headers },
      redirect: 'manual',
      signal,
    })
    return { outcome: status >= 200 && status < 300 ? 'delivered' : 'refused', status }
  } catch (error) {
    return { outcome: isForbidden(error) ? 'forbidden_address' : 'no_answer', status: null }
  }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof ForbiddenAddress || (error instanceof Error && error.cause instanceof ForbiddenAddress)
