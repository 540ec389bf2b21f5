import { calls, type ListedPosition } from '@holdfast/contract'
import { IconMapPin } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { isOnGlobe } from '../../shared/map/place.ts'
import { useTowns } from '../../shared/map/use-base-map.ts'
import { DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { ReportedText } from '../../shared/reported/reported-text.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { dayIn, knownZone } from './device-day.ts'
import { FleetPanel } from './fleet-panel.tsx'
import { useMetres, useNearTown } from './in-words.ts'

const Where = ({ position }: { position: ListedPosition }) => {
  const t = useText()
  const { data: towns } = useTowns(true)
  const near = useNearTown(towns ?? [], position)
  const { latitude, longitude } = position
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return <span title={coordinates}>{isOnGlobe(position) ? (near ?? coordinates) : t('trail.off_globe')}</span>
}

const Accuracy = ({ metres }: { metres: number | null }) => {
  const inMetres = useMetres()
  return metres === null ? '–' : inMetres(metres)
}

const columns: readonly Column<ListedPosition>[] = [
  {
    id: 'timestamp',
    title: 'trail.time',
    width: 'minmax(11rem, 0.9fr)',
    priority: 1,
    date: 'timestamp',
    cell: ({ timestamp, timezone }) => <Moment time={timestamp} timezone={timezone ?? undefined} withSeconds />,
  },
  {
    id: 'device_user_reference',
    title: 'trail.person',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: ({ device_user_reference: person }) => (person === null ? '–' : <DeviceUserText reference={person} />),
  },
  {
    id: 'device_reference',
    title: 'trail.device',
    width: 'minmax(7rem, 0.9fr)',
    priority: 2,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'place',
    title: 'trail.place',
    width: 'minmax(9rem, 1.4fr)',
    priority: 1,
    hasOwnLine: true,
    cell: (position) => <Where position={position} />,
  },
  {
    id: 'accuracy',
    title: 'trail.accuracy',
    width: '5.5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ accuracy }) => <Accuracy metres={accuracy} />,
  },
  {
    id: 'provider',
    title: 'trail.provider',
    width: 'minmax(7rem, 0.9fr)',
    priority: 3,
    isOptional: true,
    cell: ({ provider }) => (provider === null ? '–' : <ReportedText kind="provider" value={provider} />),
  },
  {
    id: 'group',
    title: 'trail.group',
    width: 'minmax(6rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ group }) => group,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'trail.person' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'trail.device' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'trail.group' },
  {
    kind: 'choices',
    name: 'providers',
    label: 'trail.provider',
    // Android's location providers.
    options: (['gps', 'network', 'fused', 'passive'] as const).map((value) => ({
      value,
      label: `reported.provider_${value}` as const,
    })),
  },
]

const dates = [{ name: 'timestamp', label: 'trail.time' }] as const

/** The day of the position on the device's trail, at the position. */
const linkOf = ({ device_reference, timestamp, timezone, gps_reference }: ListedPosition): string => {
  const search = new URLSearchParams({ day: dayIn(new Date(timestamp), knownZone(timezone)), at: gps_reference })
  return `/dashboard/devices/${encodeURIComponent(device_reference)}/gps?${search}`
}

/** Where all devices were, the latest first. Without `prefetch`, as that of a device. */
export default function PositionsPage() {
  return (
    <ListPage
      title="page.positions"
      call={calls.listPositions}
      fields={fields}
      hasPeriod
      dates={dates}
      columns={columns}
      keyOf={({ gps_reference }) => gps_reference}
      linkOf={linkOf}
      beside={(rows) => <FleetPanel rows={rows} linkOf={linkOf} />}
      live={{ kind: 'gps' }}
      empty={{ icon: IconMapPin, title: 'trail.empty', body: 'trail.empty_body' }}
    />
  )
}
