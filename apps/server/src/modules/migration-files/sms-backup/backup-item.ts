import type { MessageContent } from '@holdfast/contract'
import type { LegacyPayload } from '../legacy-rows.ts'
import type { Attributes } from './backup-elements.ts'

/** An element of a backup that is a row, with what stands in it. */
export interface BackupItem {
  owner: string | null
  attributes: Attributes
  parts: Attributes[]
  addresses: Attributes[]
  problems: string[]
  repairs: number
}

/** The values of such a row before they are checked. */
export type BackupPayload = Pick<LegacyPayload, 'reference' | 'payload_type' | 'numbers' | 'meta'> & {
  content: MessageContent | null
}
