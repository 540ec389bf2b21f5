import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'

const record = 'sequence'

export interface Sequence {
  /** Runs `use` with the next number, one call at a time. A number is used only when `use` has succeeded. */
  next: <T>(use: (sequence: number) => Promise<T>) => Promise<T>
  /** Ensures that a used number is not assigned again. Call it before the number's entry is removed. */
  retire: (sequence: number) => Promise<void>
}

/** Sources of the next number besides `record`. */
export interface SequenceSources {
  /** The highest number in the outbox. */
  lastInOutbox: () => Promise<number | undefined>
  /** The number with which a new installation continues, from the server: the handset may have recorded before a reset. */
  nextOnServer: () => Promise<number>
}

/**
 * The handset's gapless numbers. A number is used by its outbox entry, which is written completely or not at all, so no crash
 * can skip or repeat one. `record` stores the number after those whose entries are gone.
 */
export const createSequence = (storage: HandsetStorage, { lastInOutbox, nextOnServer }: SequenceSources): Sequence => {
  let known: number | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const remembered = async () => (await getJson<{ next: number }>(storage, record))?.next
  const upcoming = async (): Promise<number> => {
    const [last, next] = [await lastInOutbox(), await remembered()]
    if (last === undefined) return next ?? nextOnServer()
    return Math.max(next ?? 0, last + 1)
  }
  const useNext = async <T>(use: (sequence: number) => Promise<T>): Promise<T> => {
    const sequence = known ?? (await upcoming())
    // If `use` fails, the entry may have reached the disk nevertheless. The next call then reads the outbox.
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
      await putJson(storage, record, { next: Math.max(sequence + 1, known ?? (await upcoming())) })
    },
  }
}
