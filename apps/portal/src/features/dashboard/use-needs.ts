import { errorInstead } from '../../shared/api/api-error.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { type Need, needsOf } from './needs.ts'
import { useOverview } from './use-overview.ts'

export interface Needs {
  /** `null` until they are known. */
  needs: readonly Need[] | null
  failure: Error | null
  refetch: () => unknown
}

/** What needs the person, most urgent first. */
export const useNeeds = (): Needs => {
  const { profile } = useProfile()
  const requests = useWaitingRequests()
  const { data, error, refetch } = useOverview()
  const needs =
    data && profile && !requests.isLoading
      ? needsOf(data, { requests: requests.count, profile, now: new Date() })
      : null
  return { needs, failure: errorInstead(error, data), refetch }
}
