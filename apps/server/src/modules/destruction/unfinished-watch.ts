import type { Watch } from '../alerts/index.ts'
import { countUnfinishedSince } from './destruction-rows.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Objects of destroyed recordings that are still in the store after a day. */
export const unfinishedDestructionWatch: Watch = {
  condition: 'destruction_unfinished',
  async causes(tx) {
    const count = await countUnfinishedSince(tx, new Date(tx.now.getTime() - dayMs))
    return count === 0 ? [] : [{ condition: 'destruction_unfinished', of: 'store', values: { count: String(count) } }]
  },
}
