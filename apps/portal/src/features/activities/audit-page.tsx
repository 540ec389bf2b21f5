import { calls } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { type FilterField, valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useFilters } from '../../shared/list/use-filters.ts'
import { deviceColumns, userColumns } from './activity-columns.tsx'

const common: readonly FilterField[] = [
  { kind: 'text', name: 'action', label: 'activities.action_filter' },
  { kind: 'flag', name: 'is_allowed', label: 'activities.allowed_only' },
  { kind: 'texts', name: 'groups', label: 'activities.group' },
]
const userFields: readonly FilterField[] = [
  { kind: 'text', name: 'user_id', label: 'activities.user_filter' },
  ...common,
]
const deviceFields: readonly FilterField[] = [
  { kind: 'texts', name: 'device_references', label: 'payload.device' },
  ...common,
]
const empty = { icon: IconHistory, title: 'activities.empty', body: 'activities.empty_body' } as const

/** What people, apps and devices did or tried, refused calls too. */
export default function AuditPage() {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const whose = valuesOf(filter, 'whose').includes('devices') ? 'devices' : 'people'
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
  if (whose === 'devices') {
    return (
      <ListPage
        key="devices"
        title="page.audit"
        action="audit:read"
        call={calls.listDeviceActivities}
        fields={deviceFields}
        hasPeriod
        columns={deviceColumns}
        keyOf={({ log_id }) => log_id}
        empty={empty}
      >
        {choice}
      </ListPage>
    )
  }
  return (
    <ListPage
      key="people"
      title="page.audit"
      action="audit:read"
      call={calls.listActivities}
      fields={userFields}
      hasPeriod
      columns={userColumns}
      keyOf={({ log_id }) => log_id}
      empty={empty}
    >
      {choice}
    </ListPage>
  )
}
