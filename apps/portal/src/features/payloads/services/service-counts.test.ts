import { type PayloadCounts, type PayloadType, type PayloadTypeCounts, payloadTypes } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { ofLastDays, servicesOf } from './service-counts.ts'

const none = { total: 0 }
const countsOf = (payload_type: PayloadType, others: Partial<PayloadTypeCounts> = {}): PayloadTypeCounts => ({
  payload_type,
  days: Array.from({ length: 30 }, (_, day) => day),
  last: null,
  failed: none,
  quarantined: none,
  late: none,
  damaged: none,
  ...others,
})
const counts = (types: PayloadTypeCounts[], comments: PayloadCounts['comments'] = null): PayloadCounts => ({
  client: 'meridian',
  timezone: 'UTC',
  dates: [],
  types,
  comments,
})
const all = { payload_types: [...payloadTypes] }

describe('the services', () => {
  it('are those of the types that were counted, in the order of the navigation', () => {
    const comments = { days: [1], last: null }
    const types = payloadTypes.map((type) => countsOf(type))
    expect(servicesOf(counts(types, comments), all).map(({ name }) => name)).toEqual([
      'calls',
      'messages',
      'photos',
      'videos',
      'interviews',
      'comments',
      'diagnostics',
    ])
    expect(servicesOf(counts([countsOf('SMS')]), all).map(({ name }) => name)).toEqual(['messages'])
    expect(servicesOf(counts([]), all)).toEqual([])
  })

  it('sum their types by day, with the latest time of all', () => {
    const types = [
      countsOf('SMS', { last: '2026-11-20T10:00:00.000Z', failed: { total: 2 } }),
      countsOf('RCS', { last: '2026-11-21T10:00:00.000Z', failed: { total: 10_000, is_capped: true } }),
    ]
    const [messages] = servicesOf(counts(types), all)
    expect(messages).toMatchObject({
      last: '2026-11-21T10:00:00.000Z',
      exceptions: [
        {
          name: 'failed',
          count: { total: 10_002, is_capped: true },
          filter: { view: 'single', payload_states: ['Failed'], period: '30d' },
        },
      ],
    })
    expect(messages && [1, 7, 30].map((days) => ofLastDays(messages, days))).toEqual([58, 364, 870])
  })

  it('count AR among the videos only where the portal shows it', () => {
    const types = [countsOf('Video', { late: { total: 1 } }), countsOf('AR', { late: { total: 5 } })]
    const lateIn = (payload_types: PayloadType[]) =>
      servicesOf(counts(types), { payload_types })[0]?.exceptions.map(({ count }) => count.total)
    expect(lateIn(['Video', 'AR'])).toEqual([6])
    expect(lateIn(['Video'])).toEqual([1])
    expect(servicesOf(counts([countsOf('AR')]), { payload_types: [] })).toEqual([])
  })
})
