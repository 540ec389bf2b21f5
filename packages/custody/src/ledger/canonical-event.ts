import canonicalize from 'canonicalize'
import { LedgerError } from './ledger-error.ts'

/** What JSON can say. Times are text; a whole number beyond 2^53 is text too. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/**
 * An event as the bytes that its leaf hashes: UTF-8 of its canonical JSON (RFC 8785), the same whatever order its
 * fields were read in. A field that is undefined is left out.
 *
 * @throws LedgerError ledger.not_canonical
 */
export const canonicalEvent = (event: JsonValue): Uint8Array => {
  try {
    const text = canonicalize(event)
    if (text !== undefined) return new TextEncoder().encode(text)
  } catch (cause) {
    throw new LedgerError('ledger.not_canonical', `The event has no canonical form: ${String(cause)}`)
  }
  throw new LedgerError('ledger.not_canonical', 'The event is nothing that JSON can say')
}
