import { calls, type RetentionPolicy } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchItem, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { LinkedRun } from './linked-run.tsx'
import { PendingChange } from './pending-change.tsx'
import { OtherRules, RecordingRules } from './policy-tables.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { SafetyFacts } from './safety-facts.tsx'
import { VersionsPanel } from './versions-panel.tsx'
import { ClockJumped, WaitingRun } from './what-waits.tsx'

const noParams = {}

export const prefetch: Prefetch = () => prefetchItem(calls.getRetention, noParams)

/** How long data is kept: the policy in force in words, the change that waits, and the runs. */
export default function RetentionPage() {
  const t = useText()
  const can = useCan()
  const { data: policy, error, refetch } = useLoaded(calls.getRetention, noParams)
  const failure = errorInstead(error, policy)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!policy) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.retention')}>
        {can('retention:write') && (
          <LinkButton to="/dashboard/account/retention/edit">{t('retention.change')}</LinkButton>
        )}
      </PageHeader>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('retention.lead')}
        </Text>
        <Waiting policy={policy} />
        <RecordingRules rules={policy} title={policy.pending ? 'retention.recordings_now' : 'retention.recordings'} />
        <OtherRules rules={policy} title={policy.pending ? 'retention.other_data_now' : 'retention.other_data'} />
        <SafetyFacts policy={policy} />
        <RunsPanel />
        <LinkedRun />
        <VersionsPanel />
      </Stack>
    </>
  )
}

const Waiting = ({ policy }: { policy: RetentionPolicy }) => {
  const { pending, clock, waiting_run } = policy
  return (
    <>
      {clock && <ClockJumped clock={clock} />}
      {waiting_run !== null && <WaitingRun run_id={waiting_run} />}
      {pending && (
        <>
          <PendingChange policy={policy} pending={pending} />
          <RecordingRules rules={pending} title="retention.recordings_then" />
          <OtherRules rules={pending} title="retention.other_data_then" />
        </>
      )}
    </>
  )
}
