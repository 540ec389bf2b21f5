import { expect, test } from 'vitest'
import { unknownIn, withoutUnknown } from './wrong-filter.ts'

const request = '01M85PR7000000000000000000'

test('an address that names what the trail knows is as it should be', () => {
  expect(
    unknownIn({ subjects: [`support_access:${request}`, 'role:Desk: London'], support_reference: request }),
  ).toEqual([])
  expect(unknownIn({ outcomes: ['refused'] })).toEqual([])
})

test('an address that names what the trail does not know is left with the rest', () => {
  const filter = { subjects: ['support_request:1', 'role:Desk'], support_reference: 'x', outcomes: ['refused'] }
  expect(unknownIn(filter)).toEqual(['support_request:1', 'x'])
  expect(withoutUnknown(filter)).toEqual({ subjects: ['role:Desk'], outcomes: ['refused'] })
  expect(withoutUnknown({ subjects: 'planet:Mars' })).toEqual({})
})
