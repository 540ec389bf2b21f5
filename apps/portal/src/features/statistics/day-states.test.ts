import { expect, test } from 'vitest'
import { statesByDay } from './day-states.ts'

test('every day of the period has its recordings by group of states', () => {
  const days = [
    { day: '2026-02-28', payload_state: 'Processed', payloads: 5 },
    { day: '2026-02-28', payload_state: 'Transferred', payloads: 2 },
    { day: '2026-03-02', payload_state: 'Quarantined', payloads: 1 },
    { day: '2026-03-02', payload_state: 'Recorded', payloads: 3 },
    { day: '2026-03-02', payload_state: 'Deleted', payloads: 4 },
  ] as const
  expect(statesByDay({ from: '2026-02-28', to: '2026-03-02', days: [...days] })).toEqual([
    { day: '2026-02-28', values: [7, 0, 0, 0] },
    { day: '2026-03-01', values: [0, 0, 0, 0] },
    { day: '2026-03-02', values: [0, 3, 1, 4] },
  ])
})
