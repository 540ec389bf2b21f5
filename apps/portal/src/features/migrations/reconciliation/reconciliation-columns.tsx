import type { MigrationReconciliationRow, PayloadType } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import { none } from '../../../shared/list/fields.tsx'
import { recordingScreens } from '../../../shared/recordings/recording-screens.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Badge } from '../../../shared/ui/badge.tsx'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import type { Grain } from './grain.ts'

type Row = MigrationReconciliationRow

const Count = ({ value, isSigned = false }: { value: number | null; isSigned?: boolean }) => {
  const intl = useIntl()
  if (value === null) return <>{none}</>
  const shown = intl.formatNumber(value, isSigned ? { signDisplay: 'exceptZero' } : {})
  return <span className="numeric">{isSigned && value !== 0 ? <strong>{shown}</strong> : shown}</span>
}

const Bytes = ({ value, isSigned = false }: { value: number | null; isSigned?: boolean }) => {
  const intl = useIntl()
  if (value === null) return <>{none}</>
  return <span className="numeric">{`${signOf(value, isSigned)}${byteSize(intl, Math.abs(value))}`}</span>
}

const Seconds = ({ value, isSigned = false }: { value: number | null; isSigned?: boolean }) => {
  const t = useText()
  return value === null ? (
    none
  ) : (
    <span className="numeric">{`${signOf(value, isSigned)}${t('migrations.seconds', { seconds: Math.abs(Math.round(value)) })}`}</span>
  )
}

const Type = ({ type }: { type: PayloadType | null }) => (
  <>{useText()(type ? `kind.${type}` : 'migrations.all_types')}</>
)

const Key = ({ grain, value }: { grain: Grain; value: string | null }) => {
  const t = useText()
  const intl = useIntl()
  if (value === null) return <>{t('migrations.not_known')}</>
  if (grain === 'person') return <DeviceUserText reference={value} />
  if (grain === 'month' || grain === 'day') {
    const time = new Date(`${value.padEnd(10, '-01')}T00:00:00Z`)
    if (Number.isNaN(time.getTime())) return <bdi>{value}</bdi>
    const options =
      grain === 'month' ? ({ month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'medium' } as const)
    return <>{intl.formatDate(time, { ...options, timeZone: 'UTC' })}</>
  }
  return <bdi title={value}>{value}</bdi>
}

/** The sign of a difference. */
const signOf = (value: number, isSigned: boolean): string => {
  if (value < 0) return '-'
  return isSigned && value > 0 ? '+' : ''
}

/** Why recordings did not arrive: how their rows ended. */
const Reasons = ({ row: { reasons, waiting_payloads, destroyed_payloads } }: { row: Row }) => {
  const t = useText()
  const intl = useIntl()
  const words = [
    ...reasons.map(({ code, payloads }) => `${t(`migrations.code_${code}`)}: ${intl.formatNumber(payloads)}`),
    ...(waiting_payloads > 0 ? [t('migrations.waiting_for_content', { payloads: waiting_payloads })] : []),
    ...(destroyed_payloads > 0 ? [t('migrations.destroyed_since', { payloads: destroyed_payloads })] : []),
  ].join('; ')
  return words === '' ? none : <span title={words}>{words}</span>
}

const Agrees = ({ row: { is_different, stated_payloads } }: { row: Row }) => {
  const t = useText()
  if (stated_payloads === null) return <Badge>{t('migrations.not_stated')}</Badge>
  return is_different ? (
    <Badge tone="bad">{t('migrations.differs')}</Badge>
  ) : (
    <Badge tone="good">{t('migrations.agrees')}</Badge>
  )
}

const keyTitles: Readonly<Record<Grain, MessageId>> = {
  payload_type: 'migrations.grain_payload_type',
  person: 'migrations.grain_person',
  group: 'migrations.grain_group',
  month: 'migrations.grain_month',
  day: 'migrations.grain_day',
  sample: 'migrations.recording',
}

const countColumns: readonly Column<Row>[] = [
  {
    id: 'stated_payloads',
    title: 'migrations.stated',
    width: 'minmax(5rem, 0.6fr)',
    priority: 2,
    isNumeric: true,
    cell: ({ stated_payloads }) => <Count value={stated_payloads} />,
  },
  {
    id: 'arrived_payloads',
    title: 'migrations.arrived',
    width: 'minmax(5rem, 0.6fr)',
    priority: 2,
    isNumeric: true,
    cell: ({ arrived_payloads }) => <Count value={arrived_payloads} />,
  },
  {
    id: 'difference',
    title: 'migrations.difference',
    width: 'minmax(5rem, 0.6fr)',
    priority: 1,
    isNumeric: true,
    cell: ({ difference }) => <Count value={difference} isSigned />,
  },
  {
    id: 'difference_seconds',
    title: 'migrations.difference_seconds',
    width: 'minmax(6rem, 0.6fr)',
    priority: 3,
    isNumeric: true,
    cell: ({ difference_seconds }) => <Seconds value={difference_seconds} isSigned />,
  },
  {
    id: 'difference_bytes',
    title: 'migrations.difference_bytes',
    width: 'minmax(6rem, 0.6fr)',
    priority: 3,
    isNumeric: true,
    isOptional: true,
    cell: ({ difference_bytes }) => <Bytes value={difference_bytes} isSigned />,
  },
  {
    id: 'reasons',
    title: 'migrations.why',
    width: 'minmax(8rem, 1.6fr)',
    priority: 2,
    wraps: true,
    cell: (row) => <Reasons row={row} />,
  },
  { id: 'is_different', title: 'field.status', width: '7rem', priority: 1, cell: (row) => <Agrees row={row} /> },
]

const typeColumn: Column<Row> = {
  id: 'payload_type',
  title: 'transfers.type',
  width: 'minmax(6rem, 0.8fr)',
  priority: 2,
  cell: ({ payload_type }) => <Type type={payload_type} />,
}

const keyColumn = (grain: Grain): Column<Row> => ({
  id: 'key',
  title: keyTitles[grain],
  width: 'minmax(8rem, 1.2fr)',
  priority: 1,
  cell: ({ key, payload_type }) =>
    grain === 'payload_type' ? <Type type={payload_type} /> : <Key grain={grain} value={key} />,
})

/** A recording of the sample leads to its screen, where people who may do so listen to it. */
const Recording = ({ row: { key, payload_type } }: { row: Row }) => {
  const screen = payload_type && recordingScreens[payload_type]
  if (key === null) return none
  if (!screen) return <bdi>{key}</bdi>
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={screen} params={{ payload_reference: key }} />}>
      <bdi title={key}>{key}</bdi>
    </Anchor>
  )
}

const SameContent = ({ row: { sample } }: { row: Row }) => {
  const t = useText()
  if (!sample || sample.is_same_content === null) return <Badge>{t('migrations.content_unknown')}</Badge>
  return sample.is_same_content ? (
    <Badge tone="good">{t('migrations.content_same')}</Badge>
  ) : (
    <Badge tone="bad">{t('migrations.content_differs')}</Badge>
  )
}

const Fingerprint = ({ value }: { value: string | null | undefined }) =>
  value ? <code title={value}>{value.slice(0, 8)}…</code> : none

/** The source's figures beside ours. */
const Both = ({ source, here }: { source: ReactNode; here: ReactNode }) => (
  <span>
    {source} / {here}
  </span>
)

const sampleColumns: readonly Column<Row>[] = [
  {
    id: 'key',
    title: 'migrations.recording',
    width: 'minmax(6rem, 1.2fr)',
    priority: 1,
    cell: (row) => <Recording row={row} />,
  },
  { ...typeColumn, width: 'minmax(3.5rem, 0.5fr)', priority: 3 },
  {
    id: 'row',
    title: 'migrations.file_and_row',
    width: 'minmax(5rem, 1fr)',
    priority: 3,
    cell: ({ sample }) =>
      sample?.file_name ? (
        <bdi title={sample.file_name}>
          {sample.file_name}
          {sample.row_number !== null && ` · ${sample.row_number}`}
        </bdi>
      ) : (
        none
      ),
  },
  {
    id: 'sha256',
    title: 'migrations.sha256_both',
    width: 'minmax(8rem, 1.2fr)',
    priority: 3,
    cell: ({ sample }) => (
      <Both
        source={<Fingerprint value={sample?.legacy_sha256} />}
        here={<Fingerprint value={sample?.content_sha256} />}
      />
    ),
  },
  {
    id: 'bytes',
    title: 'migrations.bytes_both',
    width: 'minmax(8rem, 0.9fr)',
    priority: 2,
    cell: ({ stated_bytes, arrived_bytes }) => (
      <Both source={<Bytes value={stated_bytes} />} here={<Bytes value={arrived_bytes} />} />
    ),
  },
  {
    id: 'seconds',
    title: 'migrations.seconds_both',
    width: 'minmax(6rem, 0.7fr)',
    priority: 2,
    cell: ({ stated_seconds, arrived_seconds, difference_seconds }) => (
      <Both
        source={<Seconds value={stated_seconds} />}
        // Without a difference it was not decoded.
        here={<Seconds value={difference_seconds === null ? null : arrived_seconds} />}
      />
    ),
  },
  {
    id: 'is_same_content',
    title: 'migrations.content',
    width: '8rem',
    priority: 1,
    cell: (row) => <SameContent row={row} />,
  },
]

export const columnsOf = (grain: Grain): readonly Column<Row>[] => {
  if (grain === 'sample') return sampleColumns
  return [keyColumn(grain), ...(grain === 'payload_type' ? [] : [typeColumn]), ...countColumns]
}
