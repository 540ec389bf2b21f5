import type { ImportRow } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { expectedDevicesOf, type RowResult } from './row-results.ts'

const resultOf = (result: RowResult['result'], row: ImportRow): RowResult => ({
  number: 1,
  row,
  local: null,
  result,
  words: '',
  gaining: 0,
})

it('counts the devices that new people and those who come back are expected to have, by service', () => {
  const results = [
    resultOf('new', { services: 'Calls; SMS', expected_device_count: '3' }),
    resultOf('new', { services: 'calls' }),
    resultOf('brought_back', { services: 'sms|photos', expected_device_count: '' }),
    resultOf('brought_back', {}),
    resultOf('changed', { services: 'calls' }),
    resultOf('refused', { services: 'calls fax' }),
  ]
  expect([...expectedDevicesOf(results)]).toEqual([
    ['calls', 4],
    ['sms', 4],
    ['photos', 1],
  ])
})
