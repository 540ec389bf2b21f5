import { calls } from '@holdfast/contract'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const pending = { approval_state: 'pending' }

export interface WaitingRequests {
  count: number
  isLoading: boolean
  reload: () => void
  /** After a change. */
  readAgain: () => void
}

/** Whether this person decides on requests for support access. */
const useDecidesSupport = (): boolean => {
  const can = useCan()
  return can('support_access:decide') && can('support_access:read')
}

/** The requests for support access that wait for a decision; none for people who don't decide. */
export const useWaitingRequests = (): WaitingRequests => {
  const isEnabled = useDecidesSupport()
  const { rows, total, isLoading, reload, readAgain } = useList({
    call: calls.listSupportAccess,
    filter: pending,
    pageRows: 1,
    portalReads: 'first_page',
    isEnabled,
  })
  if (!isEnabled) return { count: 0, isLoading: false, reload: () => undefined, readAgain: () => undefined }
  return { count: Math.max(total ?? 0, rows.length), isLoading, reload, readAgain }
}
