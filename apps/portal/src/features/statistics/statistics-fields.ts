import { calls, serviceNames, statisticsRows } from '@holdfast/contract'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { valuesOf } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'

export type StatisticsRows = (typeof statisticsRows)[number]

export const statisticsFields: readonly FilterField[] = [
  { kind: 'texts', name: 'clients', label: 'clients.client' },
  {
    kind: 'choices',
    name: 'services',
    label: 'statistics.service',
    options: serviceNames.map((value) => ({ value, label: `service.${value}` as const })),
  },
]

/** A row for each account, or for each service of one. The address holds it beside the filters; a filter by services needs the latter. */
export const rowsOf = (filter: FilterValues): StatisticsRows =>
  filter.rows === 'services' || valuesOf(filter, 'services').length > 0 ? 'services' : 'clients'

const rowsFilters = { clients: { rows: 'clients' }, services: { rows: 'services' } } as const

/** The list with the rows that its filter asks for. */
export const statisticsSource = (filter: FilterValues) => ({
  call: calls.listStatistics,
  fields: statisticsFields,
  hasPeriod: true,
  usualPeriod: '30d' as const,
  ownFilters: { rows: statisticsRows },
  defaultFilter: rowsFilters[rowsOf(filter)],
})
