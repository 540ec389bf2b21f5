import type { Watch } from '../alerts/index.ts'
import { aboutPayload, findPayloads } from '../payloads/index.ts'
import { differentLocks } from './lock-rows.ts'

const maxCounted = 10_000
const maxNamed = 20

/** Recordings of which the store has said something else than it did before. */
export const lockDiffersWatch: Watch = {
  condition: 'object_lock_differs',
  async causes(tx) {
    const different = await differentLocks(tx, maxCounted)
    if (different.length === 0) return []
    const named = await findPayloads(tx, different.slice(0, maxNamed))
    const related = named.map((payload) => aboutPayload(payload.payload_reference, payload.payload_type))
    return [{ condition: 'object_lock_differs', of: 'store', values: { count: String(different.length) }, related }]
  },
}
