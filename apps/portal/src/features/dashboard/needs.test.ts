import type { Overview } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { needsOf } from './needs.ts'

const none = { total: 0 }
const nothing: Overview = {
  client: 'meridian',
  reviews: null,
  queues: null,
  role_drafts: null,
  recordings: null,
  access_reviews: null,
  access_requests: null,
  gaps: null,
  silent_devices: null,
  shared_serials: null,
}
const now = new Date(2026, 10, 21, 15)
const needs = (overview: Partial<Overview>, requests = 0, payload_types: ('Video' | 'AR')[] = ['Video', 'AR']) =>
  needsOf({ ...nothing, ...overview }, { requests, profile: { payload_types }, now })

describe('what needs a person', () => {
  it('is nothing where every number is zero, or closed to them', () => {
    expect(needs({})).toEqual([])
    const reviews = { waiting: none, overdue: none, due_soon: none, escalated: none }
    expect(
      needs({
        reviews,
        queues: { unfinished: none, overdue: none },
        role_drafts: none,
        recordings: [],
        gaps: { open: none, missing: 0 },
        silent_devices: none,
        shared_serials: none,
      }),
    ).toEqual([])
  })

  it('begins with what is missing', () => {
    const gaps = { open: { total: 3 }, missing: 9 }
    const [first] = needs({ gaps, role_drafts: { total: 2 } }, 1)
    expect(first).toMatchObject({
      title: 'overview.gaps',
      figures: [{ count: { total: 3 }, to: '/dashboard/devices/completeness', filter: { states: ['open'] } }],
    })
  })

  it('goes on with decisions and reviews, each figure leading to its list', () => {
    const reviews = { waiting: { total: 9 }, overdue: { total: 2 }, due_soon: none, escalated: none }
    expect(
      needs(
        {
          reviews,
          role_drafts: { total: 2 },
          access_requests: { total: 4 },
          silent_devices: { total: 3 },
          shared_serials: { total: 1 },
        },
        1,
      ),
    ).toMatchObject([
      { title: 'page.support_access', figures: [{ count: { total: 1 }, filter: { approval_state: 'pending' } }] },
      {
        title: 'page.role_drafts',
        figures: [{ count: { total: 2 }, to: '/dashboard/access/role-drafts', filter: { is_approvable: 'true' } }],
      },
      {
        title: 'page.access_requests',
        figures: [{ count: { total: 4 }, filter: { is_for_me: 'true', state: 'waiting' } }],
      },
      {
        title: 'page.own_reviews',
        figures: [
          { count: { total: 2 }, to: '/dashboard/reviews', filter: { due: 'overdue' } },
          { count: { total: 9 }, to: '/dashboard/reviews', filter: {} },
        ],
      },
      { title: 'overview.silent_devices', figures: [{ to: '/dashboard/devices', filter: { silent_days: '7' } }] },
      {
        title: 'overview.shared_serials',
        figures: [{ count: { total: 1 }, to: '/dashboard/devices', filter: { is_serial_shared: 'true' } }],
      },
    ])
  })

  it('has access reviews of the person, with the filter of their list', () => {
    expect(
      needs({ access_reviews: { waiting: { total: 2 }, overdue: { total: 1 }, still_held: { total: 3 } } }),
    ).toMatchObject([
      {
        title: 'page.access_reviews',
        figures: [
          { count: { total: 1 }, filter: { is_own: 'true', is_finished: 'false', due: 'overdue' } },
          { count: { total: 2 }, to: '/dashboard/access/reviews', filter: { is_own: 'true', is_finished: 'false' } },
          { count: { total: 3 }, filter: { is_still_held: 'true' } },
        ],
      },
    ])
  })

  it('counts recordings by service, with the filter of its list', () => {
    const of = { missing: none, failed: none, quarantined: none, damaged: none, late: none }
    const recordings: Overview['recordings'] = [
      { ...of, payload_type: 'SMS', missing: { total: 2 } },
      { ...of, payload_type: 'MMS', missing: { total: 1000, is_capped: true } },
      { ...of, payload_type: 'Call', failed: { total: 4 } },
    ]
    expect(needs({ recordings })).toMatchObject([
      {
        title: 'overview.missing',
        figures: [
          {
            label: 'overview.of_messages',
            count: { total: 1002, is_capped: true },
            to: '/dashboard/services/messages',
            filter: { view: 'single', payload_states: ['Recorded'], date_to: '2026-11-13' },
          },
        ],
      },
      { title: 'overview.failed', figures: [{ label: 'overview.of_calls', filter: { payload_states: ['Failed'] } }] },
    ])
  })

  it('has AR recordings only where the portal shows them', () => {
    const of = { missing: none, failed: { total: 1 }, quarantined: none, damaged: none, late: none }
    const recordings: Overview['recordings'] = [{ ...of, payload_type: 'AR' }]
    expect(needs({ recordings })).toHaveLength(1)
    expect(needs({ recordings }, 0, ['Video'])).toEqual([])
  })
})
