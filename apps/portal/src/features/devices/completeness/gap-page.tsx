import { calls } from '@holdfast/contract'
import { Anchor, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { CompletenessPanel } from '../../../shared/completeness/completeness-panel.tsx'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { NamedColleague } from '../../../shared/found/named-person.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { DetailColumns } from '../../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { useFocusKept } from '../../../shared/ui/use-focus-kept.ts'
import { ExplainGap, WithdrawExplanation } from './explain-gap.tsx'
import { GapEvidenceList } from './gap-evidence-list.tsx'
import { GapFacts } from './gap-facts.tsx'
import { GapState } from './gap-state.tsx'

export const prefetch = prefetchLoaded(calls.getSequenceGap)

/** Missing recordings: between which others they were made, what can explain it, and who did. */
export default function GapPage() {
  const t = useText()
  const can = useCan()
  const { gap_reference = '' } = useParams({ strict: false })
  const { data: detail, error, refetch } = useLoaded(calls.getSequenceGap, { gap_reference })
  useEvents(({ kind, reference }) => {
    if (kind === 'completeness' && reference === gap_reference) readItemAgain(calls.getSequenceGap, { gap_reference })
  })
  useFocusKept(detail && detail.gap.state === 'explained')
  const failure = errorInstead(error, detail)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!detail) return <PageSkeleton />
  const { gap } = detail
  const { device_reference } = gap
  const isClosed = gap.state === 'closed'
  const mayExplain = can('completeness:explain') && !isClosed
  const title = t(isClosed ? 'completeness.late_count' : 'completeness.missing_count', { count: gap.missing })
  return (
    <>
      <PageHeader title={title} note={device_reference}>
        <GapState state={gap.state} />
        {mayExplain && <ExplainGap detail={detail} onDone={() => void refetch()} />}
      </PageHeader>
      <DetailColumns
        isFactsFirst
        main={
          <>
            {gap.explanation && (
              <Panel
                title={t('completeness.explanation')}
                action={mayExplain && <WithdrawExplanation gap={gap} onDone={() => void refetch()} />}
              >
                <Text fw={550}>{t(`completeness.reason_${gap.explanation.reason}`)}</Text>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{gap.explanation.text}</Text>
                <Text size="sm" c="dimmed">
                  <NamedColleague reference={gap.explanation.explained_by} />,{' '}
                  <Moment time={gap.explanation.explained_at} />
                </Text>
              </Panel>
            )}
            <Panel title={t('completeness.known')}>
              <GapEvidenceList device_reference={device_reference} evidence={detail.evidence} />
            </Panel>
            <CompletenessPanel of={{ device_reference }} />
          </>
        }
        side={
          <Panel>
            <GapFacts detail={detail} />
            {can('devices:read') && (
              <Anchor component={Link} size="sm" to={`/dashboard/devices/${encodeURIComponent(device_reference)}`}>
                {t('completeness.open_device')}
              </Anchor>
            )}
          </Panel>
        }
      />
    </>
  )
}
