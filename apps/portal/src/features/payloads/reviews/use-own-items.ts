import { calls } from '@holdfast/contract'
import { useMemo } from 'react'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'

/** Where a recording waits for the person in queues. */
export const useOwnItems = (payloadReference: string) => {
  const can = useCan()
  const filter = useMemo(() => ({ payload_references: [payloadReference] }), [payloadReference])
  return useList({ call: calls.listOwnReviews, filter, portalReads: 'first_page', isEnabled: can('reviews:write') })
}
