import { calls, type SupportAccess } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ApprovalState } from '../../shared/ui/approval-state.tsx'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { LeftBehindPanel } from './left-behind-panel.tsx'
import { VisitPanel } from './visit-panel.tsx'

const RequestFacts = ({ request }: { request: SupportAccess }) => {
  const t = useText()
  const moment = (time: string | null) => time && <Moment time={time} />
  return (
    <Panel>
      <Facts
        title={t('support.request')}
        facts={[
          { label: t('support.requested_by'), value: request.requested_by },
          { label: t('support.for_role'), value: request.role },
          { label: t('support.requested_at'), value: moment(request.requested_at) },
          { label: t('support.requested_expiry'), value: moment(request.requested_expiry) },
          { label: t('support.approval_expiry'), value: moment(request.approval_expiry) },
          { label: t('support.approved_by'), value: request.approved_by && <Colleague author={request.approved_by} /> },
          { label: t('support.decision_reason'), value: request.rejection_reason },
          { label: t('support.request_reference'), value: request.request_reference, copy: request.request_reference },
        ]}
      />
    </Panel>
  )
}

export const prefetch = prefetchLoaded(calls.getSupportAccess)

/** One request of the provider: the reason, the decision, and what was done under it. */
export default function SupportAccessRequestPage() {
  const t = useText()
  const can = useCan()
  const { request_reference = '' } = useParams({ strict: false })
  const { data: request, error, refetch } = useLoaded(calls.getSupportAccess, { request_reference })
  const failure = errorInstead(error, request)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!request) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('support.request_of', { who: request.requested_by })}>
        <ApprovalState request={request} />
      </PageHeader>
      <DetailColumns
        main={
          <>
            <Panel title={t('support.reason')}>{request.request_description}</Panel>
            {can('support_access:decide') && <DecisionPanel request={request} />}
            {request.approval_expiry && <LeftBehindPanel requestReference={request.request_reference} />}
            <VisitPanel requestReference={request.request_reference} />
          </>
        }
        side={<RequestFacts request={request} />}
      />
    </>
  )
}
