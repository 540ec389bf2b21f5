import canonicalize from 'canonicalize'
import { LedgerError } from './ledger-error.ts'

/** A JSON value. Times are text; so are integers beyond 2^53. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/**
 * An event as the bytes that its leaf hashes: UTF-8 of its canonical JSON (RFC 8785), which does not depend on the order of
 * its fields. Undefined fields are left out.
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
