import type { PortalEvent } from '@holdfast/contract'

type ListFilter = Readonly<Record<string, unknown>>

/** What an event tells about rows, by the names of the filters that it can be held against. */
const told: Readonly<Record<string, (event: PortalEvent) => string | null>> = {
  payload_types: ({ payload_type }) => payload_type,
  payload_states: ({ state }) => state,
  groups: ({ group }) => group,
}

/** Whether what an event tells of is in a list with this filter: 'maybe' where only the server could say. */
export const belongsTo = (event: PortalEvent, filter: ListFilter): 'yes' | 'no' | 'maybe' => {
  const answers = Object.entries(filter).map(([name, wanted]) => {
    const value = told[name]?.(event) ?? null
    if (value === null || !Array.isArray(wanted)) return 'maybe'
    return wanted.includes(value) ? 'yes' : 'no'
  })
  if (answers.includes('no')) return 'no'
  return answers.includes('maybe') ? 'maybe' : 'yes'
}
