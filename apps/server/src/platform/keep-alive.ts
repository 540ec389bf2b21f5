import { setTimeout as pause } from 'node:timers/promises'

/** Something that runs until it ends by itself or is stopped in order. */
export type Running = { ended: Promise<string>; stop: () => Promise<void> }

type KeptAlive = {
  name: string
  start: () => Promise<Running>
  /** Reports to the operator that the part ended and is started again. */
  say: (line: string) => void
  /** Whether a failed first start is an error; otherwise it is retried like every later one. */
  isRequired: boolean
  /** Aborts when everything is to stop: a part that ends then is not started again. */
  stopping: AbortSignal
}

const firstDelayMs = 100
const maxDelayMs = 10_000
/** A part that ran this long has recovered, so its next end counts as the first. */
const healthyAfterMs = 30_000

/**
 * Starts a part and restarts it, with growing pauses, whenever it ends by itself.
 * @returns once the first start has succeeded or, if the part is not required, has failed: a function that stops the part, to
 *   be called after `stopping` has aborted
 * @throws the error of a required part's first start
 */
export async function keepAlive(kept: KeptAlive): Promise<() => Promise<void>> {
  const { stopping } = kept
  let current: Running | undefined = await (kept.isRequired ? kept.start() : kept.start().catch(endedAtOnce))
  const watch = async () => {
    let failures = 0
    while (!stopping.aborted) {
      const since = performance.now()
      let state = await current?.ended
      current = undefined
      if (stopping.aborted) return
      failures = performance.now() - since > healthyAfterMs ? 0 : failures
      do {
        kept.say(`${kept.name} ${state}; starting it again.`)
        await pause(Math.min(maxDelayMs, firstDelayMs * 2 ** failures), undefined, { signal: stopping })
        failures += 1
        current = await kept.start().catch((error) => {
          kept.say(`${kept.name}: ${messageOf(error)}`)
          return undefined
        })
        state = 'is not up yet'
      } while (!current && !stopping.aborted)
    }
  }
  const watched = watch().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return async () => {
    await current?.stop()
    await watched
    await current?.stop() // it may have been starting meanwhile
  }
}

/** A failed start as a part that has ended, because both are handled the same way. */
const endedAtOnce = (error: unknown): Running => ({
  ended: Promise.resolve(`did not start (${messageOf(error)})`),
  stop: async () => {},
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
