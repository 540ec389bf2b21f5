import { useText } from '../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { useDecidesSupport } from '../../shared/support-access/use-waiting-requests.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import classes from './dashboard-page.module.css'
import { DeviceCounts } from './device-counts.tsx'
import { LatestCalls } from './latest-calls.tsx'
import { RecordingsByDay } from './recordings-by-day.tsx'
import { TrailOverview } from './trail-overview.tsx'
import { WaitingRequests } from './waiting-requests.tsx'

/**
 * Requests that wait for a decision, then counts of devices, people, versions and recordings, and the latest calls;
 * each for people who may see it. The trail has a place here for people who may see none of the others.
 */
export default function DashboardPage() {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const decidesSupport = useDecidesSupport()
  const isOfAuditor = can('audit:read') && !can('devices:read') && !can('payloads:read')
  return (
    <>
      <PageHeader title={profile ? t('overview.welcome', { name: profile.display_name }) : t('page.overview')} />
      <div className={classes.stack}>
        {decidesSupport && <WaitingRequests />}
        {isOfAuditor && <TrailOverview />}
        {can('devices:read') && <DeviceCounts />}
        {can('payloads:read') && (
          <>
            <RecordingsByDay />
            <LatestCalls />
          </>
        )}
      </div>
    </>
  )
}
