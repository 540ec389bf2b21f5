import type { ReviewQueue } from '@holdfast/contract'
import { expect } from 'vitest'
import { reviewScenarios } from '../../apps/demo/src/history/review-scenarios.ts'
import type { Visitor } from './visitor.ts'

/** The demonstration draws its queues last, after the whole history. */
const untilDrawnMs = 110_000

/**
 * Waits for the queues of the demonstration, and closes those that are open, so that only the queue of the journey waits for anybody.
 * @param supervisor may manage all queues
 */
export const closeDemoQueues = async (supervisor: Visitor, client: string): Promise<void> => {
  const queues = `/api/client/v1/${client}/review_queues`
  const names = (reviewScenarios[client] ?? []).map(({ name }) => name)
  const drawn = async () => {
    const { items } = await supervisor.read<{ items: ReviewQueue[] }>(`${queues}?limit=100`)
    return items.filter(({ name }) => names.includes(name))
  }
  const count = async () => (await drawn()).length
  await expect.poll(count, { timeout: untilDrawnMs, interval: 1000 }).toBe(names.length)
  for (const { queue_reference, is_closed } of await drawn()) {
    if (is_closed) continue
    const closed = await supervisor.api(`${queues}/${queue_reference}/close`, { method: 'POST' })
    expect(closed.status, await closed.text()).toBe(200)
  }
}
