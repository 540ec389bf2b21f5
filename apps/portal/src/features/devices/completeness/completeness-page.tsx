import { calls, gapReasons, gapStates, type SequenceGap } from '@holdfast/contract'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { SendBySchedule } from '../../../shared/scheduled-reports/send-by-schedule.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { CompletenessLead } from './completeness-lead.tsx'
import { gapNumbers } from './gap-numbers.ts'
import { GapState } from './gap-state.tsx'

const Missing = ({ gap }: { gap: SequenceGap }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <>
      {t('completeness.recordings', { count: gap.missing })} ({gapNumbers(gap, intl)})
    </>
  )
}

const Reason = ({ gap: { explanation } }: { gap: SequenceGap }) => {
  const t = useText()
  if (!explanation) return '–'
  return <span title={explanation.text}>{t(`completeness.reason_${explanation.reason}`)}</span>
}

const columns: readonly Column<SequenceGap>[] = [
  {
    id: 'device_user_reference',
    title: 'device.user',
    width: 'minmax(7rem, 1.1fr)',
    priority: 1,
    cell: (gap) => <WhoText recording={gap} />,
  },
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7.5rem, 1fr)',
    priority: 2,
    cell: ({ device_reference }) => device_reference,
  },
  { id: 'group', title: 'device.group', width: 'minmax(6rem, 1fr)', priority: 3, cell: ({ group }) => group ?? '–' },
  {
    id: 'missing',
    title: 'completeness.missing',
    width: 'minmax(8.5rem, 1.2fr)',
    priority: 1,
    cell: (gap) => <Missing gap={gap} />,
  },
  {
    id: 'before_time',
    title: 'completeness.after_recording',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    isOptional: true,
    cell: ({ before_time }) => (before_time ? <Moment time={before_time} /> : '–'),
  },
  {
    id: 'after_time',
    title: 'completeness.before_recording',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ after_time }) => <Moment time={after_time} />,
  },
  {
    id: 'reason',
    title: 'completeness.reason',
    width: 'minmax(8rem, 1fr)',
    priority: 3,
    cell: (gap) => <Reason gap={gap} />,
  },
  {
    id: 'state',
    title: 'completeness.state',
    width: '6.5rem',
    priority: 1,
    cell: ({ state }) => <GapState state={state} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'device.user' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
  {
    kind: 'choices',
    name: 'states',
    label: 'completeness.state',
    options: gapStates.map((value) => ({ value, label: `completeness.state_${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'reasons',
    label: 'completeness.reason',
    options: gapReasons.map((value) => ({ value, label: `completeness.reason_${value}` as const })),
  },
  { kind: 'text', name: 'day', label: 'completeness.day' },
]

const source = { call: calls.listSequenceGaps, fields, hasPeriod: true }

export const prefetch = prefetchList(() => source)

/** What is missing: figures, the last weeks by day, and the gaps in the numbers of devices. */
export default function CompletenessPage() {
  const t = useText()
  return (
    <ListPage
      title="page.completeness"
      {...source}
      columns={columns}
      keyOf={({ gap_reference }) => gap_reference}
      linkOf={({ gap_reference }) => `/dashboard/devices/completeness/${encodeURIComponent(gap_reference)}`}
      lead={<CompletenessLead />}
      mainAction={<SendBySchedule source={{ kind: 'completeness' }} name={t('page.completeness')} />}
      empty={{ icon: IconCalendarCheck, title: 'completeness.empty', body: 'completeness.empty_body' }}
      isChangedBy={({ kind }) => kind === 'completeness'}
    />
  )
}
