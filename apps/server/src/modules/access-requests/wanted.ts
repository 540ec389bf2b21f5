import type { Access, Group, Question } from '@holdfast/access'
import { type Action, isPayloadAction, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'
import type { RequestRow } from './request-row.ts'

/** What somebody asks for: an action, in a group if one is named, with a type of recordings if one is named. */
export interface Wanted {
  action: Action
  group: Group | null
  payload_type: PayloadType | null
}

type Asked = Pick<RequestRow, 'action' | 'payload_reference' | 'group' | 'payload_type'>

/** What a request is for, as it is now; `null` if the group or the recording is gone. */
export const wantedOf = async (tx: TenantTransaction, groups: GroupIndex, asked: Asked): Promise<Wanted | null> => {
  const { action, payload_reference, payload_type } = asked
  if (payload_reference !== null) {
    const [payload] = await findPayloads(tx, [payload_reference])
    const group = payload && groups.get(payload.group)
    return group ? { action, group, payload_type: payload.payload_type } : null
  }
  if (asked.group === null) return { action, group: null, payload_type }
  const group = groups.get(asked.group)
  return group ? { action, group, payload_type } : null
}

/** Every `payloads:` action also needs `payloads:read`. */
const neededActions = (action: Action): Action[] =>
  action.startsWith('payloads:') && action !== 'payloads:read' ? [action, 'payloads:read'] : [action]

/** Whether this is allowed. Without a group: in some group that could exist; without a type: for some type. */
export const isHeld = (access: Access, { action, group, payload_type }: Wanted): boolean =>
  neededActions(action).every((needed) => {
    if (group === null) {
      return payload_type ? access.payloadTypes(needed).includes(payload_type) : access.mayAtAll(needed)
    }
    return questionsOf(needed, group, payload_type).some((question) => access.can(needed, question))
  })

const questionsOf = (action: Action, group: Group, payload_type: PayloadType | null): Question[] => {
  if (payload_type) return [{ group, payload_type }]
  return isPayloadAction(action) ? payloadTypes.map((type) => ({ group, payload_type: type })) : [{ group }]
}
