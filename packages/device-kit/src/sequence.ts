import { getJson, putJson, type Vault } from './vault.ts'

/** The first recording of a handset has this number. */
const firstSequence = 1
const record = 'sequence'

export interface Sequence {
  /** Runs `use` with the next number, one at a time. The number is used up when `use` has succeeded, and not before. */
  next: <T>(use: (sequence: number) => Promise<T>) => Promise<T>
  /** Makes sure, before the trace of a used number goes, that it is not given out again. */
  retire: (sequence: number) => Promise<void>
}

/**
 * The handset's gapless numbers. A number is used by the outbox entry that bears it, which appears whole or not at all,
 * so no crash can skip or repeat one; `record` remembers the numbers whose entries are gone.
 */
export const createSequence = async (
  vault: Vault,
  lastInOutbox: () => Promise<number | undefined>,
): Promise<Sequence> => {
  let remembered = (await getJson<{ next: number }>(vault, record))?.next ?? firstSequence
  let known: number | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const upcoming = async () => known ?? Math.max(remembered, ((await lastInOutbox()) ?? 0) + 1)

  const useNext = async <T>(use: (sequence: number) => Promise<T>): Promise<T> => {
    const sequence = await upcoming()
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
      if (sequence < remembered) return
      const next = await upcoming()
      await putJson(vault, record, { next })
      remembered = next
    },
  }
}
