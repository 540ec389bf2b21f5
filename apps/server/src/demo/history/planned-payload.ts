import type { PayloadMedia, PayloadState, PayloadType } from '@holdfast/contract'
import type { Contact } from './contacts.ts'
import type { Conversation } from './media-shelf.ts'
import type { PlannedHandset } from './plan-handsets.ts'

/** How a sealed recording comes to open no more (processing's reasons of `Failed`). */
export type Damage = 'wrong_key' | 'tampered' | 'truncated' | 'checksum'

/** One recording of the demonstration's past, before it is sealed. Times are milliseconds since 1970. */
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
  /** When it came to its present state, if that was after processing: deletion, destruction, transfer. */
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
