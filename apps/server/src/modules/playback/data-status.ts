import type { Access, Group } from '@holdfast/access'
import {
  type ContentWithheld,
  type PayloadDataActionType,
  type PayloadDataStatus,
  payloadTypes,
} from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { hasContent } from '../payloads/index.ts'

/** States in which the stored content is complete, scanned and clean. */
const playableStates = ['Processed', 'Transferred']

/** Why nobody gets the content, whatever their roles; `null` if it depends on roles. */
export const contentWithheld = (
  payload: Pick<PayloadRow, 'is_personal_number' | 'payload_state' | 's3_path' | 'is_content_in_table'>,
): ContentWithheld | null => {
  if (payload.is_personal_number) return 'Personal'
  return playableStates.includes(payload.payload_state) && hasContent(payload) ? null : 'NoS3Url'
}

/** Whether this caller may get this content now (rules-and-calls section 4, PayloadDataStatus). */
export const dataStatus = (
  access: Access,
  payload: PayloadRow,
  group: Group,
  action: PayloadDataActionType,
): PayloadDataStatus => {
  const may = (payload_type: PayloadRow['payload_type']) => access.can(`payloads:${action}`, { group, payload_type })
  const withheld = contentWithheld(payload)
  if (withheld === 'Personal') return withheld
  if (!may(payload.payload_type)) return payloadTypes.some(may) ? 'TypeNotAuthorised' : 'GroupNotAuthorised'
  return withheld ?? 'Ok'
}
