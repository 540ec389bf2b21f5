/**
 * Why something of the ledger cannot be used. Checks of proofs return true or false instead.
 *
 * - `ledger.out_of_range`: a leaf or tree size that the log does not have.
 * - `ledger.not_canonical`: an event that JSON cannot represent exactly (NaN, Infinity, a lone surrogate, a cycle).
 * - `checkpoint.malformed`: not the text of a signed checkpoint, or its fields cannot be written as one.
 * - `checkpoint.unusable_key`: a key that is not Ed25519 in the expected form.
 * - `checkpoint.unknown_key`: no signature by the expected key.
 * - `checkpoint.bad_signature`: the expected key did not sign this text.
 */
export type LedgerErrorCode =
  | 'ledger.out_of_range'
  | 'ledger.not_canonical'
  | 'checkpoint.malformed'
  | 'checkpoint.unusable_key'
  | 'checkpoint.unknown_key'
  | 'checkpoint.bad_signature'

/** Thrown by the ledger's functions. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
