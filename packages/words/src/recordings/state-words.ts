import type { Payload } from '@holdfast/contract'
import type { MessageId } from '../message.ts'

type Stated = Pick<Payload, 'payload_state'> & Partial<Pick<Payload, 'is_legacy'>>

/** Whether a legacy recording was imported from an export without its content. No device has it. */
export const lacksImport = ({ payload_state, is_legacy = false }: Stated): boolean =>
  is_legacy && payload_state === 'Recorded'

/** The state of a recording. */
export const stateWords = (payload: Stated): MessageId =>
  lacksImport(payload) ? 'payload.not_imported' : `state.${payload.payload_state}`
