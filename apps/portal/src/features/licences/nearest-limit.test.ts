import { limits } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { nearestFirst } from './nearest-limit.ts'

it('services over their limit come first, then those nearest to it, and those without a limit last', () => {
  const services = [
    { service: 'not licensed', used: 0, limit: 0 },
    { service: 'few without a limit', used: 3, limit: limits.maxLicences },
    { service: 'many without a limit', used: 900, limit: limits.maxLicences },
    { service: 'half', used: 5, limit: 10 },
    { service: 'over', used: 11, limit: 10 },
    { service: 'used without licences', used: 1, limit: 0 },
    { service: 'also used without licences', used: 2, limit: 0 },
    { service: 'all', used: 10, limit: 10 },
  ]
  expect(nearestFirst(services).map(({ service }) => service)).toEqual([
    'also used without licences',
    'used without licences',
    'over',
    'all',
    'half',
    'many without a limit',
    'few without a limit',
    'not licensed',
  ])
})
