import type { PayloadState, StatisticsTotals } from '@holdfast/contract'

/** The series of the chart, from the bottom of its bars. */
export const stateGroups = ['good', 'waiting', 'bad', 'other'] as const
export type StateGroup = (typeof stateGroups)[number]

const groupOf: Record<PayloadState, StateGroup> = {
  Processed: 'good',
  Transferred: 'good',
  Recorded: 'waiting',
  Uploaded: 'waiting',
  Scanning: 'waiting',
  Failed: 'bad',
  Quarantined: 'bad',
  NotRecoverable: 'bad',
  NotRecorded: 'other',
  Deleted: 'other',
  Destroyed: 'other',
}

export interface StatesOfDay {
  /** yyyy-mm-dd of UTC. */
  day: string
  /** A number for each group of states. */
  values: readonly number[]
}

const dayMs = 24 * 60 * 60_000

/** Every day of the period, earliest first, with its recordings by group of states. */
export const statesByDay = ({ from, to, days }: Pick<StatisticsTotals, 'from' | 'to' | 'days'>): StatesOfDay[] => {
  const byDay = Map.groupBy(days, ({ day }) => day)
  const all: StatesOfDay[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    const day = new Date(time).toISOString().slice(0, 10)
    const counted = byDay.get(day) ?? []
    const values = stateGroups.map((group) =>
      counted.reduce((sum, { payload_state, payloads }) => sum + (groupOf[payload_state] === group ? payloads : 0), 0),
    )
    all.push({ day, values })
  }
  return all
}
