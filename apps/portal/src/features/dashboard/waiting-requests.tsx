import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'

/** What waits for the decision of whoever looks; nothing at all when nothing does. */
export const WaitingRequests = () => {
  const t = useText()
  const { count, requests } = useWaitingRequests()
  if (count === 0) return null
  return (
    <Panel
      title={t('support.waiting', { count })}
      action={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/dashboard/account/support-access" search={{}} />}
        >
          {t('support.all_requests')}
        </Anchor>
      }
    >
      <ul className={classes.calls}>
        {requests.map(({ request_reference, requested_by, role, request_description, requested_expiry }) => (
          <li key={request_reference}>
            <Link
              to="/dashboard/account/support-access/$request_reference"
              params={{ request_reference }}
              className={classes.request}
            >
              <strong>{t('support.wants_in', { who: requested_by, role })}</strong>
              <span className={classes.reason}>{request_description}</span>
              <span className={classes.until}>
                {t('support.until_time')} <Moment time={requested_expiry} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
