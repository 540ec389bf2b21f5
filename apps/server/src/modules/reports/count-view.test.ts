import type { SavedView } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { type CountedHandlers, countOfView } from './count-view.ts'

type Filter = NonNullable<SavedView['search']['filter']>

const now = new Date('2026-03-29T12:00:00Z')
const counted = (path: string, filter: Filter = {}, sort?: string) => {
  const search = { filter, ...(sort !== undefined && { sort }) }
  return countOfView({} as CountedHandlers, { path, search }, { now, timeZone: 'Europe/London' })
}
const filterOf = (path: string, filter?: Filter, sort?: string) => counted(path, filter, sort)?.query.filter
const calls = '/dashboard/services/calls'

describe('a view is counted as its screen asks for it', () => {
  it.each([
    ['calls', {}, ['Call', 'AbortedCall', 'BlockedCall']],
    ['photos', {}, ['Photo']],
    ['videos', {}, ['Video', 'AR']],
    ['messages', { view: 'single' }, ['SMS', 'MMS', 'RCS']],
    ['interviews', {}, ['Interview']],
    ['diagnostics', {}, ['Diagnostics']],
  ])('%s without deleted recordings', (name, filter, types) => {
    const asked = filterOf(`/dashboard/services/${name}`, filter as Filter)
    expect(asked).toEqual({ payload_types: types, is_deleted: false, date_filter_type: 'payload_time' })
  })

  it('with flags, lists, days of the time zone, and the time by which it is sorted', () => {
    expect(filterOf(calls, { is_late: 'true', groups: 'London', period: 'yesterday' }, '-updated_at')).toMatchObject({
      is_late: true,
      groups: ['London'],
      date_from: '2026-03-28-000000',
      date_to: '2026-03-28-235959',
      date_filter_type: 'updated_at',
    })
    // The clocks went forward on the 29th.
    expect(filterOf(calls, { date_from: '2026-03-29', date_to: '2026-03-29' })).toMatchObject({
      date_from: '2026-03-29-000000',
      date_to: '2026-03-29-225959',
    })
    expect(filterOf(calls, { reviewed: '2026-03-30..', period: '7d' })).toMatchObject({
      reviewed_from: '2026-03-29-230000',
      date_from: '2026-03-23-000000',
    })
  })

  it('shows deleted recordings if it asks for their state, and the kinds that it asks for', () => {
    expect(filterOf(calls, { payload_states: 'Deleted' })).not.toHaveProperty('is_deleted')
    expect(counted(calls, { payload_types: 'BlockedCall' })?.types).toEqual(['BlockedCall'])
  })

  it('as conversations, unless it has a filter or an order that these do not have', () => {
    const path = '/dashboard/services/messages'
    const pathOf = (filter: Filter, sort?: string) => counted(path, filter, sort)?.served.call.path
    expect(pathOf({ groups: 'London' })).toBe('/conversations')
    expect(pathOf({ is_late: 'true' })).toBe('/payloads')
    expect(pathOf({}, '-updated_at')).toBe('/payloads')
  })
})

it.each([
  ['words', calls, { text: 'merger' }],
  ['a filter that the list does not have', calls, { colour: 'red' }],
  ['a filter of the screen alone', '/dashboard/reviews/queues', { due: 'soon' }],
  ['a value that the call refuses', calls, { payload_states: 'Unheard' }],
  ['a day that does not exist', calls, { date_from: '2026-02-31' }],
  ['a list that is not counted', '/dashboard/account/audit', {}],
])('a view with %s is not counted', (_, path, filter) => {
  expect(counted(path, filter as Filter)).toBeNull()
})
