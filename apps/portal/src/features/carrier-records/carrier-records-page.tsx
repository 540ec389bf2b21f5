import { type CarrierRecord, calls, carrierOutcomes, carrierRecordTypes, isCarrierException } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconReceipt2, IconSignature } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { CarrierLinks } from './carrier-links.tsx'
import { DurationText } from './duration-text.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { lastingRefusals, SignOffSeveral } from './sign-off-form.tsx'

const otherNumberOf = ({ carrier, recording }: CarrierRecord): string =>
  (carrier ? carrier.other_number : recording?.numbers[0]) ?? '–'

const columns: readonly Column<CarrierRecord>[] = [
  {
    id: 'time',
    title: 'carrier.time',
    width: 'minmax(10.5rem, 1fr)',
    priority: 1,
    hasOwnLine: true,
    cell: ({ time }) => <Moment time={time} withSeconds />,
  },
  {
    id: 'person',
    title: 'carrier.person',
    width: 'minmax(6.5rem, 1.1fr)',
    priority: 1,
    cell: ({ device_user_reference: person }) => (person === null ? '–' : <DeviceUserText reference={person} />),
  },
  {
    id: 'own_number',
    title: 'carrier.own_number',
    width: 'minmax(8.5rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ own_number }) => <span className="numeric">{own_number ?? '–'}</span>,
  },
  {
    id: 'other_number',
    title: 'carrier.other_number',
    width: 'minmax(8.5rem, 1fr)',
    priority: 2,
    cell: (record) => <span className="numeric">{otherNumberOf(record)}</span>,
  },
  {
    id: 'type',
    title: 'carrier.kind',
    width: '4rem',
    priority: 3,
    cell: ({ record_type }) => <KindText kind={record_type} />,
  },
  {
    id: 'carrier_duration',
    title: 'carrier.carrier_duration',
    width: '5.5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ carrier }) => <DurationText seconds={carrier?.duration_s ?? null} />,
  },
  {
    id: 'recording_duration',
    title: 'carrier.recording_duration',
    width: '5.5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ recording }) => <DurationText seconds={recording?.duration_s ?? null} />,
  },
  {
    id: 'outcome',
    title: 'carrier.outcome',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: (record) => <OutcomeBadge record={record} />,
  },
  {
    id: 'group',
    title: 'carrier.group',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ group }) => group ?? '–',
  },
  {
    id: 'signed_off_at',
    title: 'carrier.signed_off_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ signed_off_at }) => (signed_off_at ? <Moment time={signed_off_at} /> : '–'),
  },
]

const KindText = ({ kind }: { kind: CarrierRecord['record_type'] }) => {
  const t = useText()
  return <>{t(`carrier.type_${kind}`)}</>
}

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'outcomes',
    label: 'carrier.outcome',
    options: carrierOutcomes.map((value) => ({ value, label: `carrier.outcome_${value}` as const })),
  },
  { kind: 'flag', name: 'is_signed_off', label: 'carrier.signed_off' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'carrier.person' },
  { kind: 'text', name: 'number', label: 'carrier.part_of_number' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'carrier.group' },
  {
    kind: 'choices',
    name: 'record_types',
    label: 'carrier.kind',
    options: carrierRecordTypes.map((value) => ({ value, label: `carrier.type_${value}` as const })),
  },
  { kind: 'texts', name: 'import_references', label: 'carrier.import' },
]

const actions: readonly SelectionAction[] = [
  {
    id: 'sign_off',
    action: 'carrier_records:write',
    icon: IconSignature,
    label: 'carrier.sign_off',
    title: 'carrier.sign_off_of',
    done: 'carrier.signed_off',
    refusalOf: ({ outcome }: CarrierRecord) => (isCarrierException(outcome) ? null : 'carrier_record.no_exception'),
    lasting: lastingRefusals,
    Dialog: SignOffSeveral,
  },
]

const source = { call: calls.listCarrierRecords, fields, hasPeriod: true }

export const prefetch = prefetchList(() => source)

/** What carriers say beside what was recorded. */
export default function CarrierRecordsPage() {
  const t = useText()
  return (
    <ListPage
      title="page.carrier_records"
      {...source}
      columns={columns}
      keyOf={({ record_reference }) => record_reference}
      linkOf={({ record_reference }) => `/dashboard/devices/carrier-records/${record_reference}`}
      actions={actions}
      nameOf={({ time }) => <Moment time={time} withSeconds />}
      mainAction={<CarrierLinks />}
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('carrier.lead')}
        </Text>
      }
      empty={{ icon: IconReceipt2, title: 'carrier.empty', body: 'carrier.empty_body' }}
      isChangedBy={({ kind }) => kind === 'carrier_record'}
    />
  )
}
