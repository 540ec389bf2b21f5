import { type ErrorCode, type Payload, settledPayloadStates } from '@holdfast/contract'

/*
 * With which code the server refuses an action on a recording whatever the person may do: `null` if nothing of the row speaks against it.
 * The server decides; these only say so before.
 */

type Row = Pick<Payload, 'payload_state' | 'is_personal_number'>

const hasContent = ({ payload_state }: Row): boolean => payload_state === 'Processed' || payload_state === 'Transferred'

/** Docs/decisions/0039. */
export const refusalOfReceipt = (payload: Row): ErrorCode | null => {
  if (payload.is_personal_number) return 'receipt.personal'
  return hasContent(payload) ? null : 'receipt.no_content'
}

/** Docs/decisions/0044. One that is deleted already is no refusal. */
export const refusalOfDeletion = ({ payload_state }: Row): ErrorCode | null =>
  payload_state === 'Deleted' || settledPayloadStates.some((state) => state === payload_state)
    ? null
    : 'payload.not_deletable'

export const refusalOfRestoring = ({ payload_state }: Row): ErrorCode | null =>
  payload_state === 'Deleted' ? null : 'payload.not_deleted'

/** Docs/decisions/0078. One that is being scanned already is no refusal. */
export const refusalOfRescan = ({ payload_state }: Row): ErrorCode | null =>
  payload_state === 'Quarantined' || payload_state === 'Scanning' ? null : 'payload.not_quarantined'
