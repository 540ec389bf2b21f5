import { expect, it } from 'vitest'
import { latestOfEach } from './fleet.ts'

const at = (device_reference: string, hour: string) => ({
  device_reference,
  timestamp: `2026-01-02T${hour}:00:00.000Z`,
})

it('the latest position of each device, whatever the order of the list is', () => {
  const positions = [at('A', '09'), at('B', '08'), at('A', '10'), at('B', '07')]
  expect(latestOfEach(positions)).toEqual([at('A', '10'), at('B', '08')])
  expect(latestOfEach(positions.toReversed())).toEqual([at('B', '08'), at('A', '10')])
  expect(latestOfEach([])).toEqual([])
})
