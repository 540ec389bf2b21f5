import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchItem, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { providerAccount } from '../../shared/session/provider-account.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { providerAlertActions } from './change-alerts.tsx'

export const prefetch: Prefetch = ({ params: { client = '', alert_reference = '' } }) =>
  client === providerAccount
    ? prefetchItem(calls.getOwnAlertAsStaff, { alert_reference })
    : prefetchItem(calls.getClientAlert, { client, alert_reference })

/** One alert of any account that the product shows to the provider's staff. */
export default function ClientAlertPage() {
  const { client = '', alert_reference = '' } = useParams({ strict: false })
  const isOwn = client === providerAccount
  const own = useLoaded(calls.getOwnAlertAsStaff, isOwn ? { alert_reference } : null)
  const ofClient = useLoaded(calls.getClientAlert, isOwn ? null : { client, alert_reference })
  const { data: alert, error, refetch } = isOwn ? own : ofClient
  useEvents(({ kind }) => {
    if (kind !== 'alert') return
    if (isOwn) readItemAgain(calls.getOwnAlertAsStaff, { alert_reference })
    else readItemAgain(calls.getClientAlert, { client, alert_reference })
  })
  const failure = errorInstead(error, alert)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!alert) return <PageSkeleton />
  return <AlertDetail alert={alert} actions={providerAlertActions} isOfOwnAccount={false} />
}
