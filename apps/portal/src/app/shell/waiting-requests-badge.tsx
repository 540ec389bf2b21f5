import { VisuallyHidden } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import classes from './navigation.module.css'

/** How many requests for support access wait for this person's decision, kept up to date. */
export const WaitingRequestsBadge = () => {
  const t = useText()
  const { count, reload } = useWaitingRequests()
  useEvents((event) => {
    if (event.kind === 'support_access') reload()
  }, reload)
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
      <VisuallyHidden>, {t('support.waiting', { count })}</VisuallyHidden>
    </>
  )
}
