import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { providerClient } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { clearAlert, heldOf, raiseAlert, releaseHeld } from '../alerts/index.ts'
import { recordPart } from '../statistics/index.ts'

const withinMs = 5_000

const partsOf = ({ objects, scanner }: Platform): Record<string, () => Promise<void>> => ({
  'object store': () => objects.check(),
  scanner: () => scanner.check(),
})

/** Every minute: parts that do not answer twice in a row. A database that does not answer can't store an alert; `/readyz` tells it. */
export const watchParts: Job<Record<string, unknown>> = {
  definition: { name: 'watch_parts', payload: Type.Object({}), maxAttempts: 1, key: () => 'all' },
  schedule: '* * * * *',
  async handle({ platform, signal }) {
    for (const [part, check] of Object.entries(partsOf(platform))) {
      signal.throwIfAborted()
      const isDown = !(await answers(check)) && !(await answers(check))
      await platform.database.transaction(providerClient, async (tx) => {
        await recordPart(tx, part, !isDown)
        if (!isDown) {
          await clearAlert(tx, 'part_down', part)
          await releaseHeld(tx, 'part_down', [part])
        } else if (!(await heldOf(tx, 'part_down')).includes(part)) {
          await raiseAlert(tx, { condition: 'part_down', of: part, values: { part } })
        }
      })
    }
  },
}

const answers = async (check: () => Promise<void>): Promise<boolean> => {
  const stop = new AbortController()
  try {
    return await Promise.race([check().then(() => true), wait(withinMs, false, { signal: stop.signal, ref: false })])
  } catch {
    return false
  } finally {
    stop.abort()
  }
}
