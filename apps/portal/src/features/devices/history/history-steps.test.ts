import type { DeviceChange } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { stepsOf } from './history-steps.ts'

const change = (change_id: string, changed_at: string, changed_by = 'boss'): DeviceChange => ({
  client: 'acme',
  change_id,
  device_reference: 'R58',
  changed_at,
  changed_by,
  field: 'group',
  slot_index: null,
  from: [],
  to: ['London'],
  is_from_hidden: false,
  reason: null,
})

it('changes of one person at one time are one step, in the order in which they were recorded', () => {
  const steps = stepsOf([
    change('5', '2026-02-02T10:00:00.000Z'),
    change('4', '2026-02-02T10:00:00.000Z'),
    change('3', '2026-02-01T10:00:00.000Z'),
    change('2', '2026-02-01T10:00:00.000Z', 'ruth'),
  ])
  expect(steps.map(({ changes }) => changes.map(({ change_id }) => change_id))).toEqual([['4', '5'], ['3'], ['2']])
  expect(stepsOf([])).toEqual([])
})
