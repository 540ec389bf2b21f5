import { type PayloadQueueFilter, payloadStates, payloadTypes } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { type FilterField, filterOfCall } from '../list/filter-fields.ts'
import { datesOfCall } from '../list/period.ts'
import { unknownIn } from '../list/unknown-filter.ts'
import { type FilteredList, listOfFilter } from './list-of-filter.ts'

const profile = { payload_types: [...payloadTypes] }
const recordings = payloadTypes.filter((type) => type !== 'Diagnostics')

const choices = (name: string, values: readonly string[]): FilterField => ({
  kind: 'choices',
  name,
  label: 'payload.state',
  options: values.map((value) => ({ value, label: 'payload.state' })),
})
const named = (kind: 'texts' | 'flag' | 'text', name: string): FilterField => ({ kind, name, label: 'payload.state' })

/** As the lists of recordings have them: they leave deleted ones out unless states are chosen. */
const listAt = ({ to, search: { filter = {} } }: FilteredList) => {
  const types = to === '/dashboard/services/all' ? recordings : ['Diagnostics']
  const fields: FilterField[] = [
    ...(types.length > 1 ? [choices('payload_types', types)] : []),
    choices('payload_states', payloadStates),
    choices('directions', ['I', 'O']),
    ...['groups', 'numbers', 'device_user_references', 'dispositions'].map((name) => named('texts', name)),
    named('flag', 'is_reviewed'),
    named('flag', 'is_late'),
    { kind: 'days', name: 'reviewed', from: 'reviewed_from', to: 'reviewed_to', label: 'payload.reviewed_on' },
  ]
  return {
    unknown: unknownIn(filter, { fields, hasPeriod: true }),
    filter: {
      payload_types: types,
      ...(filter.payload_states === undefined && { is_deleted: false }),
      ...datesOfCall(filter, new Date()),
      ...filterOfCall(filter, fields),
    } as PayloadQueueFilter,
  }
}

/** The filter with which the list reads that the address leads to, and what it does not know of the address. */
const readAt = (filter: PayloadQueueFilter) => {
  const list = listOfFilter(filter, profile)
  return list && listAt(list)
}

describe('listOfFilter', () => {
  it.each<PayloadQueueFilter>([
    { payload_types: ['Call', 'AbortedCall', 'BlockedCall'], is_deleted: false },
    { payload_types: ['Diagnostics'], is_deleted: false, groups: ['Desk'] },
    { payload_types: ['SMS'], payload_states: ['Deleted', 'Processed'], numbers: ['+447700900123'], is_late: true },
    {
      payload_types: recordings,
      is_deleted: false,
      is_reviewed: false,
      directions: ['I'],
      device_user_references: ['ana'],
      dispositions: ['Cleared'],
    },
  ])('leads to the list with the same filter: %j', (filter) => {
    const read = readAt(filter)
    expect(read?.unknown).toEqual([])
    const types = (sent: Readonly<Record<string, unknown>> | undefined) => ({
      ...sent,
      payload_types: [...((sent?.payload_types as string[]) ?? [])].sort(),
    })
    expect(types(read?.filter)).toEqual(types(filter))
  })

  it('has the days of a period, its date, and the days of reviews', () => {
    const chosen = {
      filter: { date_from: '2026-03-01', date_to: '2026-03-31', reviewed: '2026-04-01..2026-04-02' },
      sort: '-processed_at',
    }
    const { filter } = listAt({ to: '/dashboard/services/all', search: chosen })
    const sorted: PayloadQueueFilter = { ...filter, date_filter_type: 'processed_at' }
    expect(listOfFilter(sorted, profile)).toEqual({ to: '/dashboard/services/all', search: chosen })
  })

  it('shows deleted recordings only where the filter finds them', () => {
    const payload_types = ['Call'] as const
    expect(readAt({ payload_types: [...payload_types] })?.filter.payload_states).toEqual(payloadStates)
    expect(readAt({ payload_types: [...payload_types], is_deleted: true })?.filter.payload_states).toEqual(['Deleted'])
    expect(readAt({ payload_types: [...payload_types], payload_states: ['Deleted'], is_deleted: false })).toBeNull()
  })

  it('leads nowhere where no list has all of it', () => {
    expect(listOfFilter({ payload_types: ['Diagnostics', 'Call'] }, profile)).toBeNull()
    expect(listOfFilter({ payload_references: ['01J00000000000000000000000'] }, profile)).toBeNull()
    expect(listOfFilter({ payload_types: ['Photo'] }, { payload_types: ['Call'] })).toBeNull()
  })
})
