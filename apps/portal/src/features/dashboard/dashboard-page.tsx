import type { Action } from '@holdfast/contract'
import { queryClient } from '../../shared/api/query-client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { SendBySchedule } from '../../shared/scheduled-reports/send-by-schedule.tsx'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import classes from './dashboard-page.module.css'
import { DeviceCounts, deviceCountsQuery } from './device-counts.tsx'
import { LatestCalls } from './latest-calls.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { recordingCountsQuery } from './recording-counts.ts'
import { RecordingsByDay } from './recordings-by-day.tsx'
import { TrailOverview } from './trail-overview.tsx'
import { useNeeds } from './use-needs.ts'
import { overviewQuery } from './use-overview.ts'

export const prefetch: Prefetch = ({ profile }) => {
  const can = (action: Action) => profile.actions.includes(action)
  void queryClient.prefetchQuery(overviewQuery())
  if (can('payloads:read')) void queryClient.prefetchQuery(recordingCountsQuery())
  if (can('devices:read')) void queryClient.prefetchQuery(deviceCountsQuery())
}

/**
 * What needs the person, then what was recorded, then counts of devices, people and versions; each for people who may
 * see it. The trail has a place here for people who may see none of the others.
 */
export default function DashboardPage() {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const needs = useNeeds()
  // How much needs the person decides where the rest stands, which would move otherwise.
  const isRestShown = needs.needs !== null || needs.failure !== null
  const isOfAuditor = can('audit:read') && !can('devices:read') && !can('payloads:read')
  return (
    <>
      <PageHeader title={profile ? t('overview.welcome', { name: profile.display_name }) : t('page.overview')}>
        <SendBySchedule source={{ kind: 'overview' }} name={t('page.overview')} />
      </PageHeader>
      <div className={classes.stack}>
        <NeedsPanel {...needs} />
        {isRestShown && isOfAuditor && <TrailOverview />}
        {isRestShown && can('payloads:read') && (
          <>
            <RecordingsByDay />
            <LatestCalls />
          </>
        )}
        {isRestShown && can('devices:read') && <DeviceCounts />}
      </div>
    </>
  )
}
