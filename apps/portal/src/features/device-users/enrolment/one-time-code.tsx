import type { OneTimeCode } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { useSecondsLeft } from '../../../shared/ui/use-seconds-left.ts'
import classes from './one-time-code.module.css'

/** A code to type on a handset, with what else the handset asks for, and how long it is valid. */
export const OneTimeCodeText = ({ code: { code, origin, client, expires_at } }: { code: OneTimeCode }) => {
  const t = useText()
  const intl = useIntl()
  const left = Math.floor(useSecondsLeft(expires_at))
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  const until = intl.formatTime(expires_at, { timeStyle: 'short' })
  return (
    <Stack gap="sm">
      <output className={classes.code} data-expired={left === 0} aria-label={t('enrol.code')}>
        {code}
      </output>
      <Text size="sm" ta="center">
        {left > 0 ? t('enrol.valid', { clock, until }) : t('enrol.expired')}
      </Text>
      <Facts
        title={null}
        facts={[
          { label: t('enrol.origin'), value: origin, copy: origin },
          { label: t('enrol.client'), value: client, copy: client },
        ]}
      />
    </Stack>
  )
}
