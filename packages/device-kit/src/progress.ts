import type { EntryName } from './outbox.ts'
import { backOffMs, type Pace } from './retry.ts'

/** How far the delivery of each payload is. It is only a cache: a new process asks the server for all of it. */
export interface Progress {
  isUploaded: (name: EntryName) => boolean
  /** Whether it may be sent now: it is new, or its back-off is over. */
  isDue: (name: EntryName) => boolean
  uploaded: (name: EntryName) => void
  /** The server did not accept it: try again later. */
  hold: (name: EntryName, code: string) => void
  /** The server could not use what it received: send it again, the first time without delay. */
  again: (name: EntryName, code: string) => void
  forget: (name: EntryName) => void
  held: () => { payload_reference: string; code: string }[]
}

const firstHoldMs = 30_000
const longestHoldMs = 6 * 60 * 60 * 1000

interface Standing {
  uploaded: boolean
  setbacks: number
  dueAt: number
  code: string | undefined
}

export const createProgress = ({ now, random }: Pick<Pace, 'now' | 'random'>): Progress => {
  const standings = new Map<string, Standing>()
  const change = (name: EntryName, next: (former: Standing) => Partial<Standing>) => {
    const former = standings.get(name.payload_reference) ?? { uploaded: false, setbacks: 0, dueAt: 0, code: undefined }
    standings.set(name.payload_reference, { ...former, ...next(former) })
  }
  const setBack = (name: EntryName, code: string, freeSetbacks: number) =>
    change(name, ({ setbacks }) => ({
      uploaded: false,
      setbacks: setbacks + 1,
      dueAt: setbacks < freeSetbacks ? 0 : now() + backOffMs(setbacks, random, firstHoldMs, longestHoldMs),
      code,
    }))

  return {
    isUploaded: (name) => standings.get(name.payload_reference)?.uploaded ?? false,
    isDue: (name) => (standings.get(name.payload_reference)?.dueAt ?? 0) <= now(),
    uploaded: (name) => change(name, () => ({ uploaded: true, code: undefined })),
    hold: (name, code) => setBack(name, code, 0),
    again: (name, code) => setBack(name, code, 1),
    forget: (name) => standings.delete(name.payload_reference),
    held: () =>
      [...standings].flatMap(([payload_reference, { code }]) =>
        code === undefined ? [] : [{ payload_reference, code }],
      ),
  }
}
