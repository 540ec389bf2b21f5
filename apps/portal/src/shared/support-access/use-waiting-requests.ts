import { calls, type SupportAccess } from '@holdfast/contract'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const pending = { approval_state: 'pending' }
const firstFew = 3

export interface WaitingRequests {
  count: number
  /** The newest few. */
  requests: readonly SupportAccess[]
  isLoading: boolean
  reload: () => void
}

/** Requests of the provider that wait for a decision, for those who may decide; none for everybody else. */
export const useWaitingRequests = (): WaitingRequests => {
  const can = useCan()
  const isEnabled = can('support_access:decide') && can('support_access:read')
  const { rows, total, isLoading, reload } = useList({
    call: calls.listSupportAccess,
    filter: pending,
    pageRows: firstFew,
    isEnabled,
  })
  if (!isEnabled) return { count: 0, requests: [], isLoading: false, reload: () => undefined }
  return { count: Math.max(total ?? 0, rows.length), requests: rows, isLoading, reload }
}
