import type { PayloadMedia, PayloadState, PayloadType } from '@holdfast/contract'
import type { Contact } from './contacts.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import type { Conversation } from './sample-media.ts'

/** Why a sealed recording cannot be opened: the reasons that processing gives for `Failed`. */
export type Damage = 'wrong_key' | 'tampered' | 'truncated' | 'checksum'

/** A recording in the demonstration's history, before it is sealed. Times are milliseconds since 1970. */
export interface PlannedPayload {
  payload_reference: string
  type: PayloadType
  state: PayloadState
  handset: PlannedHandset
  /** When it was recorded. */
  at: number
  sequence: number
  contacts: readonly Contact[]
  content: PlannedContent | null
  message: PlannedMessage | null
  isPersonal: boolean
  isLate: boolean
  damage: Damage | null
  formerState: PayloadState | null
  registered_at: number
  uploaded_at: number | null
  processed_at: number | null
  /** When it was deleted, destroyed, transferred or given up as not recoverable. */
  settled_at: number | null
}

export interface PlannedContent {
  bytes: Buffer
  media: PayloadMedia
}

export interface PlannedMessage {
  direction: Conversation['messages'][number]['direction']
  thread_id: string
  length: number
}
