import { type AccessRequest, calls } from '@holdfast/contract'
import { Anchor, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { hoursInWords } from '../../shared/access-requests/lasting-words.ts'
import { useScreenOf } from '../../shared/access-requests/use-screen-of.ts'
import { wantedOf } from '../../shared/access-requests/wanted.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { OwnRequest } from './own-request.tsx'
import { RequestDecision } from './request-decision.tsx'
import { RequestState } from './request-state.tsx'
import { WantedText } from './wanted-text.tsx'

const RequestFacts = ({ request }: { request: AccessRequest }) => {
  const t = useText()
  const moment = (time: string | null) => time && <Moment time={time} />
  return (
    <Panel>
      <Facts
        title={t('access_requests.facts')}
        facts={[
          { label: t('access_requests.who'), value: request.requested_by_name ?? request.requested_by },
          { label: t('access_requests.when'), value: moment(request.requested_at) },
          { label: t('access_requests.how_long'), value: hoursInWords(request.hours, t) },
          { label: t('access_requests.asked'), value: request.asked },
          {
            label: t('access_requests.expires'),
            value: request.state === 'waiting' && moment(request.expires_at),
          },
          {
            label: t('access_requests.decided_by'),
            value: request.state !== 'withdrawn' && request.decided_by && <Colleague author={request.decided_by} />,
          },
          { label: t('access_requests.decided_at'), value: moment(request.decided_at) },
          { label: t('access_requests.role'), value: request.role_reference },
          { label: t('access_requests.until'), value: moment(request.valid_until) },
          { label: t('access_requests.note'), value: request.decision_note && <bdi>{request.decision_note}</bdi> },
        ].filter(({ value }) => value !== false)}
      />
    </Panel>
  )
}

/** For people who may see it: the recording that was asked for. */
const RecordingLink = ({ request }: { request: AccessRequest }) => {
  const t = useText()
  const screenOf = useScreenOf()
  const screen = request.payload && screenOf(wantedOf(request))
  if (screen === null) return null
  return (
    <div>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to={screen} />}>
        {t('access_requests.open_recording')}
      </Anchor>
    </div>
  )
}

export const prefetch = prefetchLoaded(calls.getAccessRequest)

/** One request for access: what for, why, and what was decided. */
export default function AccessRequestPage() {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const isVisit = useSession().support !== null
  const { access_request_reference = '' } = useParams({ strict: false }) as { access_request_reference?: string }
  const { data: request, error, refetch } = useLoaded(calls.getAccessRequest, { access_request_reference })
  useEvents(({ kind, reference }) => {
    const isOfRequest = kind === 'access_request' && reference === access_request_reference
    if (isOfRequest || kind === 'own_roles') readItemAgain(calls.getAccessRequest, { access_request_reference })
  })
  const failure = errorInstead(error, request)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!request) return <PageSkeleton />
  const isOwn = !isVisit && request.requested_by === profile?.user_reference
  const mayDecide = !isVisit && !isOwn && request.state === 'waiting' && can('roles:write')
  return (
    <>
      <PageHeader title={t('page.access_request')}>
        <RequestState request={request} />
      </PageHeader>
      <DetailColumns
        main={
          <>
            <Panel title={t('access_requests.what')}>
              <Text size="sm">
                <WantedText request={request} />
              </Text>
              <RecordingLink request={request} />
            </Panel>
            <Panel title={t('access_requests.reason')}>
              <Text size="sm">
                <bdi>{request.reason}</bdi>
              </Text>
            </Panel>
            {isOwn && <OwnRequest request={request} />}
            {mayDecide && <RequestDecision request={request} />}
          </>
        }
        side={<RequestFacts request={request} />}
      />
    </>
  )
}
