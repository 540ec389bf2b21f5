import type { PayloadType } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { kindCounts } from './kind-counts.ts'

const dates = ['2026-11-22', '2026-11-23']
const days = (payload_type: PayloadType, ...counts: number[]) => ({ payload_type, days: counts })
const all = { payload_types: ['Call', 'AbortedCall', 'SMS', 'Video', 'AR', 'Diagnostics'] as PayloadType[] }

it('each day and kind has its number and its list', () => {
  const types = [days('Call', 2, 3), days('AbortedCall', 0, 1), days('SMS', 0, 4), days('Diagnostics', 9, 9)]
  const calls = { title: 'page.calls', to: '/dashboard/services/calls' }
  const messages = { title: 'page.messages', to: '/dashboard/services/messages' }
  const on = (date: string) => ({ date_from: date, date_to: date })
  expect(kindCounts({ dates, types }, all)).toEqual({
    days: [
      { date: '2026-11-22', count: 2, kinds: [{ ...calls, count: 2, filter: on('2026-11-22') }] },
      {
        date: '2026-11-23',
        count: 8,
        kinds: [
          { ...calls, count: 4, filter: on('2026-11-23') },
          { ...messages, count: 4, filter: { view: 'single', ...on('2026-11-23') } },
        ],
      },
    ],
    kinds: [
      { ...calls, count: 6, filter: { date_from: '2026-11-22', date_to: '2026-11-23' } },
      { ...messages, count: 4, filter: { view: 'single', date_from: '2026-11-22', date_to: '2026-11-23' } },
    ],
  })
})

it('AR recordings are counted as videos if the portal shows them', () => {
  const types = [days('Video', 1, 0), days('AR', 5, 0)]
  const videosOf = (payload_types: PayloadType[]) => kindCounts({ dates, types }, { payload_types }).kinds[0]?.count
  expect(videosOf(['Video', 'AR'])).toBe(6)
  expect(videosOf(['Video'])).toBe(1)
})

it('kinds that the person may not see are left out', () => {
  expect(kindCounts({ dates, types: [] }, all).kinds).toEqual([])
})
