import type { VisitEntry } from '@holdfast/contract'

export interface VisitStep<Entry> {
  entry: Entry
  /** How often the same was looked at before anything else happened. */
  times: number
}

type Told = Pick<VisitEntry, 'action' | 'denial_reason' | 'parameters'> & { events: readonly unknown[] }

const isRead = ({ events, denial_reason }: Told): boolean => events.length === 0 && denial_reason === null

/** The calls of a visit, where the same read stands once until something was changed, opened or refused. */
export const stepsOf = <Entry extends Told>(entries: readonly Entry[]): VisitStep<Entry>[] => {
  const steps: VisitStep<Entry>[] = []
  let reads = new Map<string, VisitStep<Entry>>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.action, entry.parameters])
    const same = isRead(entry) ? reads.get(key) : undefined
    if (same) {
      same.times += 1
      continue
    }
    const step = { entry, times: 1 }
    steps.push(step)
    if (isRead(entry)) reads.set(key, step)
    else reads = new Map()
  }
  return steps
}
