import type { ClientTelemetry } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import type { Column } from '../list/column.ts'
import { Moment } from '../ui/moment.tsx'
import { ProblemBadges } from './problem-badges.tsx'
import { percentText, shareOf } from './reported-values.ts'

/** What the columns need of a report. */
type Shown = Pick<
  ClientTelemetry,
  | 'reported_at'
  | 'problems'
  | 'battery_level_percent'
  | 'storage_free'
  | 'storage_total'
  | 'payloads_pending'
  | 'model'
  | 'os_version'
  | 'app_version'
>

const Percent = ({ value }: { value: number | null | undefined }) => percentText(useIntl(), value) ?? '–'

/** Of the latest report of a device. */
export const telemetryColumns: readonly Column<Shown>[] = [
  {
    id: 'problems',
    title: 'telemetry.problems',
    width: 'minmax(11rem, 1.6fr)',
    priority: 1,
    isTwoLines: true,
    cell: ({ problems }) => (problems.length > 0 ? <ProblemBadges problems={problems} /> : '–'),
  },
  {
    id: 'battery',
    title: 'telemetry.battery',
    width: '4.5rem',
    priority: 2,
    isNumeric: true,
    cell: ({ battery_level_percent }) => <Percent value={battery_level_percent} />,
  },
  {
    id: 'storage',
    title: 'telemetry.storage_free',
    width: '6rem',
    priority: 2,
    isNumeric: true,
    cell: ({ storage_free, storage_total }) => <Percent value={shareOf(storage_free, storage_total)} />,
  },
  {
    id: 'pending',
    title: 'telemetry.pending',
    width: '5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ payloads_pending }) => payloads_pending ?? '–',
  },
  {
    id: 'model',
    title: 'device.model',
    width: 'minmax(8rem, 1fr)',
    priority: 3,
    isOptional: true,
    cell: ({ model }) => <bdi>{model ?? '–'}</bdi>,
  },
  {
    id: 'os_version',
    title: 'device.os_version',
    width: '4.5rem',
    priority: 3,
    isOptional: true,
    cell: ({ os_version }) => <bdi>{os_version ?? '–'}</bdi>,
  },
  {
    id: 'app_version',
    title: 'device.app_version',
    width: '4.5rem',
    priority: 3,
    cell: ({ app_version }) => <bdi>{app_version ?? '–'}</bdi>,
  },
  {
    id: 'reported_at',
    title: 'telemetry.reported_at',
    width: 'minmax(9rem, 0.8fr)',
    priority: 2,
    cell: ({ reported_at }) => <Moment time={reported_at} />,
  },
]
