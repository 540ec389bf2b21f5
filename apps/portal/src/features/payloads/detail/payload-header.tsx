import type { Payload } from '@holdfast/contract'
import { clockTime, durationSeconds, partiesOf, partyName, receivedBeforeItsTime } from '@holdfast/words'
import { useText } from '../../../shared/i18n/text.ts'
import { DirectionIcon } from '../../../shared/recordings/direction-icon.tsx'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { IntegrityBadge } from '../custody/integrity-badge.tsx'
import { PayloadBadges } from '../payload-badges.tsx'
import { PayloadActions } from './payload-actions.tsx'
import classes from './payload-header.module.css'

/** The kind of recording, the people, the time and the state. */
export const PayloadHeader = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { meta } = payload
  const user = payload.device_user_reference
  const others = partiesOf(payload).map((party) => partyName(party, t('payload.unknown_number')))
  const seconds = durationSeconds(payload)
  const receivedAt = receivedBeforeItsTime(payload)
  return (
    <header className={classes.header}>
      <div className={classes.kind}>
        {t(`kind.${payload.payload_type}`)}
        <PayloadBadges payload={payload} />
        <IntegrityBadge payload={payload} />
        <div className={classes.actions}>
          <PayloadActions payload={payload} />
        </div>
      </div>
      <h1 className={classes.title}>
        {user === null ? t('payload.unknown_user') : <DeviceUserText reference={user} />}
        {others.length > 0 && (
          <span className={classes.others}>
            <DirectionIcon direction={meta.direction} />
            {others.slice(0, 3).join(', ')}
            {others.length > 3 && ` +${others.length - 3}`}
          </span>
        )}
      </h1>
      <p className={classes.when}>
        <Moment time={payload.payload_time} timezone={meta.timezone} localTime={meta.local_time} withSeconds />
        {receivedAt && (
          <span>
            {' · '}
            {t('payload.clock_ahead_received')} <Moment time={receivedAt} withSeconds />
          </span>
        )}
        {seconds !== null && <span className="numeric"> · {clockTime(seconds)}</span>}
        {payload.group && <span> · {payload.group}</span>}
      </p>
    </header>
  )
}
