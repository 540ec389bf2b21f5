import { calls } from '@holdfast/contract'
import { SegmentedControl, Switch } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { type FilterField, valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { anySearch, type FilterValues } from '../../shared/list/list-search.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { deviceColumns, userColumns } from './activity-columns.tsx'
import { withPerson } from './former-filter.ts'

const commonFields: readonly FilterField[] = [
  { kind: 'text', name: 'action', label: 'activities.action_filter' },
  { kind: 'flag', name: 'is_allowed', label: 'activities.allowed_only' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'activities.group' },
]
const userFields: readonly FilterField[] = [
  { kind: 'text', name: 'person', label: 'activities.person_filter' },
  ...commonFields,
]
const deviceFields: readonly FilterField[] = [
  { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  ...commonFields,
]
const empty = { icon: IconHistory, title: 'activities.empty', body: 'activities.empty_body' } as const

const everything = { call: calls.listActivities, fields: userFields, hasPeriod: true }
const withoutPortalReads = { ...everything, defaultFilter: { has_portal_reads: false } }
const ofDevices = { call: calls.listDeviceActivities, fields: deviceFields, hasPeriod: true }

/** The part of the address that shows what the portal reads by itself. */
const portalReads = 'portal_reads'

const isOfDevices = (filter: FilterValues): boolean => valuesOf(filter, 'whose').includes('devices')

const ofPeople = (filter: FilterValues) =>
  valuesOf(filter, portalReads).includes('shown') ? everything : withoutPortalReads

const prefetchOfPeople = prefetchList((_, filter) => ofPeople(filter))
const prefetchOfDevices = prefetchList(() => ofDevices)

export const prefetch: Prefetch = (request) =>
  isOfDevices(anySearch(request.search).filter ?? {}) ? prefetchOfDevices(request) : prefetchOfPeople(request)

/** The calls of people, apps and devices, including refused ones. */
export default function AuditPage() {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const whose = isOfDevices(filter) ? 'devices' : 'people'
  const former = withPerson(filter)
  useEffect(() => {
    if (former) setFilter(former)
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
  const reads = ofPeople(filter) === everything
  const portalReadsSwitch = (
    <Switch
      size="xs"
      label={t('activities.show_portal_reads')}
      checked={reads}
      onChange={({ currentTarget }) =>
        setFilter(withValues(filter, portalReads, currentTarget.checked ? ['shown'] : []))
      }
    />
  )
  if (former) return <PageSkeleton />
  const common = { title: 'page.audit', keyOf: ({ log_id }: { log_id: string }) => log_id, empty } as const
  return whose === 'devices' ? (
    <ListPage
      key="devices"
      {...common}
      {...ofDevices}
      columns={deviceColumns}
      linkOf={({ log_id }) => `/dashboard/account/audit/devices/${log_id}`}
    >
      {choice}
    </ListPage>
  ) : (
    <ListPage
      key="people"
      {...common}
      {...ofPeople(filter)}
      columns={userColumns}
      linkOf={({ log_id }) => `/dashboard/account/audit/${log_id}`}
    >
      {choice}
      {portalReadsSwitch}
    </ListPage>
  )
}
