import type { AccessRequest, Action, PayloadType } from '@holdfast/contract'
import type { MessageId, TextValues } from '../i18n/text.ts'

/** What somebody was refused: an action, and what with. */
export interface Wanted {
  action: Action
  payload?: { payload_reference: string; payload_type: PayloadType }
  group?: string
  payload_type?: PayloadType
}

type Asked = Pick<AccessRequest, 'action' | 'payload' | 'group' | 'payload_type' | 'is_hidden'>

export const wantedOf = ({ action, payload, group, payload_type }: Asked): Wanted => ({
  action,
  ...(payload && { payload }),
  ...(group !== null && { group }),
  ...(payload_type && { payload_type }),
})

/** What a request is for beside its action; `null` for the action as such. */
export const objectInWords = (
  { payload, group, payload_type }: Wanted,
  t: (id: MessageId, values?: TextValues) => string,
): string | null => {
  if (payload) return t('access_requests.for_recording', { kind: t(`kind.${payload.payload_type}`) })
  const parts = [
    payload_type && t('access_requests.for_kind', { kind: t(`kind.${payload_type}`) }),
    group !== undefined && t('access_requests.for_group', { group }),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(', ') : null
}

export const isSameWanted = (one: Wanted, other: Wanted): boolean =>
  one.action === other.action &&
  one.payload?.payload_reference === other.payload?.payload_reference &&
  one.group === other.group &&
  one.payload_type === other.payload_type
