import type { SupportAccess } from '@holdfast/contract'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './waiting-requests.module.css'

const Request = ({ request }: { request: SupportAccess }) => {
  const t = useText()
  const { request_reference, requested_by, role, request_description, requested_expiry } = request
  return (
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
  )
}

/**
 * Requests for access that wait for this person's decision. Its height is the same without any, so that an arriving
 * request moves nothing.
 */
export const WaitingRequests = () => {
  const t = useText()
  const { count, newest, isLoading } = useWaitingRequests()
  const said = newest ? <Request request={newest} /> : <p className={classes.none}>{t('support.none_waiting')}</p>
  return (
    <Panel
      title={t('support.your_decision')}
      note={
        // Rendered without a count too, so that the header wraps the same.
        <span className={classes.count} data-none={count === 0} title={t('support.waiting', { count })}>
          {count}
        </span>
      }
      action={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/dashboard/account/support-access" search={{}} />}
        >
          {t('support.all_requests')}
        </Anchor>
      }
    >
      <div className={classes.place}>{isLoading ? <Skeleton height={40} /> : said}</div>
    </Panel>
  )
}
