import { dayStyle } from '@holdfast/words'
import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useServerAway } from '../api/server-away.ts'
import { useText } from '../i18n/text.ts'
import classes from './list-page.module.css'

/**
 * Says, while there is no network or no server, from when the rows are that are shown.
 * @param readAt milliseconds since 1970
 */
export const StaleNote = ({ readAt }: { readAt: number }) => {
  const t = useText()
  const intl = useIntl()
  const { online } = useNetwork()
  const isAway = useServerAway()
  const isOfToday = new Date(readAt).toDateString() === new Date().toDateString()
  const time = intl.formatDate(readAt, {
    ...(isOfToday ? {} : { dateStyle: dayStyle(intl.locale) }),
    timeStyle: 'short',
  })
  return (
    <p className={classes.stale} role="status">
      {(isAway || !online) && (
        <>
          <IconCloudOff size={16} stroke={1.7} aria-hidden />
          {t(online ? 'list.server_away' : 'list.offline', { time })}
        </>
      )}
    </p>
  )
}
