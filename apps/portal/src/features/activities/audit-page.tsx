import { calls } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { withValues } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { rowsOfCall } from '../../shared/list/list-reader.ts'
import { anySearch, type FilterValues } from '../../shared/list/list-search.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { deviceColumns, userColumns } from './activity-columns.tsx'
import { DayPicture } from './day-picture.tsx'
import { presentFilter } from './former-filter.ts'
import { ReadsControl } from './reads-control.tsx'
import { leftOut, ownFilters, trailFields, whoseOf, wordlessFields } from './trail-source.ts'

const empty = { icon: IconHistory, title: 'activities.empty', body: 'activities.empty_body' } as const

const ofPeople = { call: calls.listActivities, hasPeriod: true, ownFilters } as const
const ofDevices = { call: calls.listDeviceActivities, hasPeriod: true, ownFilters } as const

const unworded = (filter: FilterValues) => {
  const whose = whoseOf(filter)
  return { fields: wordlessFields[whose], defaultFilter: leftOut(whose, filter) }
}
const prefetchOfPeople = prefetchList((_, filter) => ({ ...ofPeople, ...unworded(filter) }))
const prefetchOfDevices = prefetchList((_, filter) => ({ ...ofDevices, ...unworded(filter) }))

export const prefetch: Prefetch = (request) => {
  const { filter = {} } = anySearch(request.search)
  if (whoseOf(filter) === 'devices') prefetchOfDevices(request)
  else prefetchOfPeople(request)
}

interface Entry {
  log_id: string
}
const keyOf = ({ log_id }: Entry): string => log_id
const addressOfPeople = ({ log_id }: Entry): string => `/dashboard/account/audit/${log_id}`
const addressOfDevices = ({ log_id }: Entry): string => `/dashboard/account/audit/devices/${log_id}`

export const rows = [
  rowsOfCall(calls.listActivities, keyOf, addressOfPeople),
  rowsOfCall(calls.listDeviceActivities, keyOf, addressOfDevices),
]

/** The calls of people, apps and devices, including refused ones. */
export default function AuditPage() {
  const t = useText()
  const findText = useFindText()
  const { filter, setFilter } = useFilters()
  const whose = whoseOf(filter)
  const fields = useMemo(() => trailFields(whose, findText), [whose, findText])
  const defaultFilter = useMemo(() => leftOut(whose, filter), [whose, filter])
  const former = presentFilter(filter)
  useEffect(() => {
    if (former) setFilter(former, 'corrected')
  })
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t('activities.whose')}
      value={whose}
      onChange={(chosen) => setFilter(withValues(filter, 'whose', chosen === 'devices' ? [chosen] : []))}
      data={[
        { value: 'people', label: t('activities.people') },
        { value: 'devices', label: t('activities.devices') },
      ]}
    />
  )
  if (former) return <PageSkeleton />
  const common = {
    title: 'page.audit',
    keyOf,
    empty,
    fields,
    defaultFilter,
    lead: <DayPicture whose={whose} filter={filter} onChange={setFilter} />,
  } as const
  const controls = (
    <>
      {choice}
      <ReadsControl whose={whose} filter={filter} onChange={setFilter} />
    </>
  )
  return whose === 'devices' ? (
    <ListPage key="devices" {...common} {...ofDevices} columns={deviceColumns} linkOf={addressOfDevices}>
      {controls}
    </ListPage>
  ) : (
    <ListPage key="people" {...common} {...ofPeople} columns={userColumns} linkOf={addressOfPeople}>
      {controls}
    </ListPage>
  )
}
