import { lengthPrefixed } from '../length-prefixed.ts'
import { EnvelopeError } from './envelope-error.ts'

/** What a recording is bound to: sealed for one payload, it can't be opened as another. */
export interface RecordingContext {
  payload_reference: string
  payload_type: string
  device_reference: string
}

/** What is needed to open a sealed recording, besides its key. */
export interface SealedContext extends RecordingContext {
  /** From the payload's metadata: base64url of 7 bytes. */
  iv: string
}

/** The associated data of every segment: the three texts, length-prefixed, in this order. */
export const associatedData = (context: RecordingContext): Uint8Array => {
  const data = lengthPrefixed([context.payload_reference, context.payload_type, context.device_reference])
  if (!data) throw new EnvelopeError('envelope.malformed', 'A recording context needs three well-formed texts')
  return data
}
