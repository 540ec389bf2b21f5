import type { Device } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './device-numbers.module.css'
import { sharedNumberInWords } from './device-status.tsx'
import { PhoneNumberLink } from './numbers/phone-number-link.tsx'

/** The verified phone numbers of a device, by SIM slot. */
export const DeviceNumbers = ({ device }: { device: Device }) => {
  const t = useText()
  const shared = device.shared_numbers ?? []
  return (
    <Panel title={t('device.numbers')}>
      {device.phone_numbers.length === 0 && <p className={classes.none}>{t('device.no_numbers')}</p>}
      <ul className={classes.numbers}>
        {device.phone_numbers.map(({ phone_number, slot_index, first_verified, last_verified }) => (
          <li key={`${slot_index}-${phone_number}`} className={classes.number}>
            {phone_number === null ? t('payload.unknown_number') : <PhoneNumberLink number={phone_number} />}
            {slot_index !== null && <span>{t('device.slot', { slot: slot_index + 1 })}</span>}
            <span className={classes.verified}>
              {first_verified && (
                <>
                  {t('device.first_verified')} <Moment time={first_verified} />
                </>
              )}
            </span>
            <span className={classes.verified}>
              {last_verified && (
                <>
                  {t('device.last_verified')} <Moment time={last_verified} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shared.map((one) => (
        <Text key={one.phone_number} size="sm" mt="xs">
          {sharedNumberInWords(one, t)}
        </Text>
      ))}
    </Panel>
  )
}
