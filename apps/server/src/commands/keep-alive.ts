import { setTimeout as pause } from 'node:timers/promises'

/** Something that runs, ends some day, and can be stopped in order. */
export type Running = { ended: Promise<string>; stop: () => Promise<void> }

type KeptAlive = {
  name: string
  start: () => Promise<Running>
  /** Tells the operator that it ended, and that it is started again. */
  say: (line: string) => void
}

const firstDelayMs = 100
const maxDelayMs = 10_000
/** Who lived this long is well again: its next end counts as the first. */
const healthyAfterMs = 30_000

/**
 * Starts a part and starts it again, with growing pauses, whenever it ends by itself.
 * @returns stops it for good
 * @throws what the first start throws; later ones are told and tried again
 */
export async function keepAlive(kept: KeptAlive): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let current: Running | undefined = await kept.start()
  const watch = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = Date.now()
      const reason = await current?.ended
      current = undefined
      if (stopping.signal.aborted) return
      failures = Date.now() - since > healthyAfterMs ? 0 : failures
      do {
        kept.say(`${kept.name} ${failures === 0 ? reason : 'is not up yet'}; starting it again.`)
        await pause(Math.min(maxDelayMs, firstDelayMs * 2 ** failures), undefined, { signal: stopping.signal })
        failures += 1
        current = await kept.start().catch((error: Error) => kept.say(`${kept.name}: ${error.message}`) as undefined)
      } while (!current && !stopping.signal.aborted)
    }
  }
  const watched = watch().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return async () => {
    stopping.abort()
    await current?.stop()
    await watched
    await current?.stop() // it may have been starting in that moment
  }
}
