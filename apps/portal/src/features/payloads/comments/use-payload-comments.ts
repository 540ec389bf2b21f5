import { calls } from '@holdfast/contract'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'

/** The comments on a recording, newest first, updated live. */
export const usePayloadComments = (payload_reference: string, isEnabled: boolean) => {
  const list = useList({ call: calls.listPayloadComments, params: { payload_reference }, filter: {}, isEnabled })
  useEvents((event) => {
    if (isEnabled && event.kind === 'comment' && event.reference === payload_reference) list.reload()
  })
  return list
}
