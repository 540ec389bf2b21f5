import type { Device } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import type { ListResult } from '../../shared/list/use-list.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { AddDevice } from './add-device.tsx'
import classes from './devices-of-user.module.css'

interface DevicesOfUserProps {
  devices: ListResult<Device>
  /** How many the person should use. */
  expected: number
  /** The person, if devices can be added for them. */
  addsFor: string | null
}

const isInUse = (device: Device): boolean => !device.is_deactivated && device.activated_at !== null

/** The devices that a person holds, and how many of them are in use beside how many should be. */
export const DevicesOfUser = ({ devices, expected, addsFor }: DevicesOfUserProps) => {
  const t = useText()
  const { rows, isLoading, error, reload } = devices
  const count = rows.filter(isInUse).length
  return (
    <Panel
      title={t('user.devices')}
      note={!isLoading && !error && <span className={classes.count}>{t('user.of_expected', { count, expected })}</span>}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton className={classes.waiting} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('user.no_devices')}</p>}
      <ul className={classes.devices}>
        {rows.map((device) => (
          <li key={device.device_reference}>
            <Link
              to="/dashboard/devices/$device_reference"
              params={{ device_reference: device.device_reference }}
              className={classes.device}
            >
              <strong>{device.model ?? device.device_reference}</strong>
              <span className="numeric">{device.phone_numbers.map(({ phone_number }) => phone_number).join(', ')}</span>
              {device.is_deactivated && <Badge>{t('device.deactivated')}</Badge>}
              {device.last_seen === null && <Badge tone="warn">{t('device.pending')}</Badge>}
              <span className={classes.seen}>{device.last_seen && <Moment time={device.last_seen} />}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore list={devices} />
      {addsFor !== null && <AddDevice person={addsFor} onAdded={reload} />}
    </Panel>
  )
}
