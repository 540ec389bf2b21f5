import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { accountAlertActions } from './change-alerts.tsx'

export const prefetch = prefetchLoaded(calls.getAlert)

/** One alert of the account. */
export default function AlertPage() {
  const { alert_reference = '' } = useParams({ strict: false })
  const { data: alert, error, refetch } = useLoaded(calls.getAlert, { alert_reference })
  useEvents(({ kind }) => {
    if (kind === 'alert') readItemAgain(calls.getAlert, { alert_reference })
  })
  const failure = errorInstead(error, alert)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!alert) return <PageSkeleton />
  return <AlertDetail alert={alert} actions={accountAlertActions} isOfOwnAccount />
}
