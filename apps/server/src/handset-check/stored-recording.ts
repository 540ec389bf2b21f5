import type { PayloadRegistration } from '@holdfast/contract'

/** A recording that the handset registered. */
export interface StoredRecording {
  registration: Omit<PayloadRegistration, 'content'>
  /** When it was registered first, in milliseconds since 1970. */
  registeredAt: number
  sealed: Buffer
  status: 'pending' | 'processed' | 'failed'
  /** Why it does not open, or is said to have failed. */
  reason: string | undefined
  /** When the handset last asked what became of it. */
  askedAt: number | undefined
  /** The server said `failed` although nothing was wrong, to see whether the copy is still there. */
  wasDisowned: boolean
}
