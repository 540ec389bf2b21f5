import type { Action } from '@holdfast/contract'

/**
 * Whether an action concerns the data of single payloads, which the payload types of a role limit (product.md section 6).
 * Actions on devices, groups or settings have no payload type, so the limit only applies to them if a question names a type.
 */
export const isPayloadAction = (action: Action): boolean =>
  action.startsWith('payloads:') || action.startsWith('comments:') || action.startsWith('receipts:')
