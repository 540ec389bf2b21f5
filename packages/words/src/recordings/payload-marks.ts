import type { Payload } from '@holdfast/contract'
import type { MessageId } from '../message.ts'
import { receivedBeforeItsTime } from './device-clock-ahead.ts'
import { stateWords } from './state-words.ts'

type Marked = Pick<
  Payload,
  | 'payload_state'
  | 'payload_time'
  | 'damaged_at'
  | 'reviewed_at'
  | 'is_personal_number'
  | 'is_late'
  | 'uploaded_at'
  | 'updated_at'
  | 'unusual'
  | 'is_legacy'
>

/** The state of a recording, or that it is damaged, and anything else unusual. */
export const payloadMarks = (payload: Marked, isReviewed = payload.reviewed_at !== null): MessageId[] => {
  const marks: readonly (MessageId | false)[] = [
    payload.damaged_at === null ? stateWords(payload) : 'payload.damaged',
    isReviewed && 'payload.reviewed',
    payload.is_personal_number && 'payload.personal',
    payload.is_late && 'payload.late',
    receivedBeforeItsTime(payload) !== null && 'payload.clock_ahead',
    payload.unusual.length > 0 && 'payload.unusual',
    payload.is_legacy && 'payload.legacy',
  ]
  return marks.filter((mark) => mark !== false)
}
