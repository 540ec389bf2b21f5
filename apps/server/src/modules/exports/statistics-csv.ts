import { type CallDeclaration, type ClientStatistics, calls } from '@holdfast/contract'
import { csvRow } from '../../platform/csv-text.ts'

export const isStatistics = (call: CallDeclaration): boolean => call === calls.listStatistics

export const statisticsNames = [
  'client',
  'name',
  'service',
  'from',
  'to',
  'day',
  'figure',
  'value',
  'as_of',
  'is_stale',
] as const

/**
 * The rows of an account or one of its services in a CSV file: one for each figure of the moment, which has no day, and one for each day and
 * state with recordings. `figure` is the name of the field; that of recordings ends with their state.
 */
export const statisticsRows = (item: ClientStatistics): string => {
  const { client, name, service, from, to, users, devices, stored_bytes, days, as_of, is_stale } = item
  const rowOf = (day: string | null, figure: string, value: number) =>
    csvRow([client, name, service, from, to, day, figure, value, as_of, is_stale])
  return [
    rowOf(null, 'users', users),
    rowOf(null, 'devices', devices),
    rowOf(null, 'stored_bytes', stored_bytes),
    ...days.map(({ day, payload_state, payloads }) => rowOf(day, `recordings.${payload_state}`, payloads)),
  ].join('')
}
