import type { ListedPosition } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { isOnGlobe, type Town } from '../../shared/map/place.ts'
import { DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { ReportedText } from '../../shared/reported/reported-text.tsx'
import { useCan } from '../../shared/session/profile.ts'
import { DeviceLink } from '../../shared/ui/device-links.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { useMetres, useNearTown } from './in-words.ts'

interface ChosenPositionProps {
  position: ListedPosition
  towns: readonly Town[]
  clockOf: (time: number) => string
  zone: string
}

/** What is known of the chosen position. */
export const ChosenPosition = ({ position, towns, clockOf, zone }: ChosenPositionProps) => {
  const t = useText()
  const can = useCan()
  const inMetres = useMetres()
  const near = useNearTown(towns, position)
  const { latitude, longitude, accuracy, altitude, device_reference, device_user_reference: person } = position
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <Facts
      title={t('trail.chosen')}
      facts={[
        { label: t('trail.time_on_device'), value: `${clockOf(Date.parse(position.timestamp))} (${zone})` },
        { label: t('trail.your_time'), value: <Moment time={position.timestamp} withSeconds /> },
        { label: t('trail.place'), value: isOnGlobe(position) ? (near ?? t('trail.far')) : t('trail.off_globe') },
        { label: t('trail.coordinates'), value: coordinates, copy: coordinates },
        { label: t('trail.accuracy'), value: accuracy === null ? null : inMetres(accuracy) },
        { label: t('trail.altitude'), value: altitude === null ? null : inMetres(altitude) },
        {
          label: t('trail.provider'),
          value: position.provider && <ReportedText kind="provider" value={position.provider} />,
        },
        {
          label: t('trail.device'),
          value: can('devices:read') ? <DeviceLink reference={device_reference} /> : device_reference,
        },
        { label: t('trail.person'), value: person && <DeviceUserText reference={person} /> },
        { label: t('trail.group'), value: position.group },
        { label: t('trail.received_at'), value: <Moment time={position.received_at} withSeconds /> },
      ]}
    />
  )
}
