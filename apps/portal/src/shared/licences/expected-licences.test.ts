import { type LicenceUse, limits, type ServiceName } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { expectedLicences } from './expected-licences.ts'

const use = (service: ServiceName, limit: number, used: number, expected: number): LicenceUse => ({
  service,
  limit,
  used,
  expected,
  months: [],
  exhausted_on: null,
})

it.each([
  ['devices that are not active yet need the free licences too', use('calls', 10, 7, 9), { free: 3, expected: 4 }],
  ['more active devices than expected make no room', use('calls', 10, 7, 5), { free: 3, expected: 2 }],
  ['a use above its limit leaves none free', use('calls', 10, 12, 12), { free: 0, expected: 2 }],
])('%s', (_, of, outlook) => {
  expect(expectedLicences([of], new Map([['calls', 2]]))).toEqual([{ service: 'calls', ...outlook }])
})

it('says nothing of services that nobody gets, or that are not limited', () => {
  const unlimited = use('sms', limits.maxLicences, 7, 9)
  expect(expectedLicences([use('calls', 10, 7, 9), unlimited], new Map([['sms', 2]]))).toEqual([])
})
