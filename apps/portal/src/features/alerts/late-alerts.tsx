import { Alert } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { useAlertSummary } from './use-alert-summary.ts'

/** Says that alerts may be missing, because nobody has looked for them or told them for a while. */
export const LateAlerts = () => {
  const t = useText()
  const intl = useIntl()
  const { late_since } = useAlertSummary()
  if (late_since === null) return null
  const time = intl.formatDate(late_since, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert
      color="red"
      p="xs"
      mb="xs"
      icon={<IconClockExclamation size={18} stroke={1.7} aria-hidden />}
      title={t('alerts.late')}
    >
      {t('alerts.late_body', { time })}
    </Alert>
  )
}
