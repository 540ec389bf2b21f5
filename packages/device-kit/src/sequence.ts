import { getJson, putJson, type Vault } from './vault.ts'

const record = 'sequence'

export interface Sequence {
  /** Runs `use` with the next number, one at a time. The number is used up when `use` has succeeded, and not before. */
  next: <T>(use: (sequence: number) => Promise<T>) => Promise<T>
  /** Makes sure, before the trace of a used number goes, that it is not given out again. */
  retire: (sequence: number) => Promise<void>
}

/** Where the numbers stand besides `record`. */
export interface SequenceSources {
  /** The highest number in the outbox. */
  lastInOutbox: () => Promise<number | undefined>
  /** Where a new installation goes on, as the server says: the handset may have recorded before it was reset. */
  nextOnServer: () => Promise<number>
}

/**
 * The handset's gapless numbers. A number is used by the outbox entry that bears it, which appears whole or not at all,
 * so no crash can skip or repeat one; `record` remembers the numbers whose entries are gone.
 */
export const createSequence = (vault: Vault, { lastInOutbox, nextOnServer }: SequenceSources): Sequence => {
  let known: number | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const remembered = async () => (await getJson<{ next: number }>(vault, record))?.next
  const upcoming = async (): Promise<number> => {
    const [last, next] = [await lastInOutbox(), await remembered()]
    if (last === undefined) return next ?? nextOnServer()
    return Math.max(next ?? 0, last + 1)
  }
  const useNext = async <T>(use: (sequence: number) => Promise<T>): Promise<T> => {
    const sequence = known ?? (await upcoming())
    // Should `use` fail, the entry may have reached the disk nevertheless: then the outbox tells.
    known = undefined
    const used = await use(sequence)
    known = sequence + 1
    return used
  }

  return {
    next: (use) => {
      const turn = queue.then(() => useNext(use))
      queue = turn.catch(() => {})
      return turn
    },
    retire: async (sequence) => {
      if (sequence < ((await remembered()) ?? 0)) return
      await putJson(vault, record, { next: Math.max(sequence + 1, known ?? (await upcoming())) })
    },
  }
}
