import type { EntryName } from './outbox.ts'
import { backOffMs, type Clock } from './retry.ts'

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

interface DeliveryState {
  uploaded: boolean
  failures: number
  dueAt: number
  code: string | undefined
}

export const createProgress = ({ now, random }: Pick<Clock, 'now' | 'random'>): Progress => {
  const states = new Map<string, DeliveryState>()
  const change = (name: EntryName, next: (former: DeliveryState) => Partial<DeliveryState>) => {
    const former = states.get(name.payload_reference) ?? { uploaded: false, failures: 0, dueAt: 0, code: undefined }
    states.set(name.payload_reference, { ...former, ...next(former) })
  }
  const recordFailure = (name: EntryName, code: string, freeFailures: number) =>
    change(name, ({ failures }) => ({
      uploaded: false,
      failures: failures + 1,
      dueAt: failures < freeFailures ? 0 : now() + backOffMs(failures, random, firstHoldMs, longestHoldMs),
      code,
    }))

  return {
    isUploaded: (name) => states.get(name.payload_reference)?.uploaded ?? false,
    isDue: (name) => (states.get(name.payload_reference)?.dueAt ?? 0) <= now(),
    uploaded: (name) => change(name, () => ({ uploaded: true, code: undefined })),
    hold: (name, code) => recordFailure(name, code, 0),
    again: (name, code) => recordFailure(name, code, 1),
    forget: (name) => states.delete(name.payload_reference),
    held: () =>
      [...states].flatMap(([payload_reference, { code }]) => (code === undefined ? [] : [{ payload_reference, code }])),
  }
}
