import type { Action } from '@holdfast/contract'

/**
 * Whether an action is about the data of single payloads, which a role's payload types limit (product.md section 6). Actions on
 * devices, groups or settings have no payload type, so the limit leaves them alone unless a type is in question.
 */
export const isPayloadAction = (action: Action): boolean =>
  action.startsWith('payloads:') || action.startsWith('comments:') || action.startsWith('receipts:')
