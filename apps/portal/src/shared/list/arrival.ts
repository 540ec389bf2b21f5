import { type PortalEvent, spanOfDateParameter } from '@holdfast/contract'

type ListFilter = Readonly<Record<string, unknown>>

/** What an event tells about a row, by the name of the filter that it answers. */
const told: Readonly<Record<string, (event: PortalEvent) => string | null>> = {
  payload_types: ({ payload_type }) => payload_type,
  payload_states: ({ state }) => state,
  groups: ({ group }) => group,
  device_references: ({ device_reference }) => device_reference ?? null,
}

/** Whether rows that an event announces can be in a period. */
const inPeriod: Readonly<Record<string, (times: NonNullable<PortalEvent['times']>, date: string) => boolean>> = {
  date_from: ({ until }, date) => Date.parse(until) >= Date.parse(spanOfDateParameter(date).from),
  date_to: ({ from }, date) => Date.parse(from) < Date.parse(spanOfDateParameter(date).until),
}

/** Whether the row of an event belongs to a list with this filter: 'maybe' when only the server knows. */
export const belongsTo = (event: PortalEvent, filter: ListFilter): 'yes' | 'no' | 'maybe' => {
  const answers = Object.entries(filter).map(([name, wanted]) => {
    const isInPeriod = inPeriod[name]
    if (isInPeriod && event.times && typeof wanted === 'string') return isInPeriod(event.times, wanted) ? 'yes' : 'no'
    const value = told[name]?.(event) ?? null
    if (value === null || !Array.isArray(wanted)) return 'maybe'
    return wanted.includes(value) ? 'yes' : 'no'
  })
  if (answers.includes('no')) return 'no'
  return answers.includes('maybe') ? 'maybe' : 'yes'
}
