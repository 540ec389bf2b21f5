import { platform } from '#crypto'
import { decodeBase64, encodeBase64 } from '../base64.ts'
import { concatBytes, sameBytes } from '../bytes.ts'
import { type CheckpointSigner, type CheckpointVerifier, parseVerifierKey } from './checkpoint-keys.ts'
import { LedgerError } from './ledger-error.ts'
import { isHash } from './merkle-tree.ts'

/** The state of a log at one moment. */
export interface Checkpoint {
  /** Identifies the log, in one line. Each client's log has its own origin. */
  origin: string
  /** Number of entries. */
  size: number
  root: Uint8Array
}

const signaturePattern = /^\u2014 (\S+) (\S+)$/u
const malformed = (message: string) => new LedgerError('checkpoint.malformed', message)

const checkpointText = ({ origin, size, root }: Checkpoint): string => {
  if (origin === '' || /[\r\n]/.test(origin) || !origin.isWellFormed()) throw malformed('An origin is one line of text')
  if (!Number.isSafeInteger(size) || size < 0) throw malformed('A size is a whole number')
  if (!isHash(root)) throw malformed('A root has 32 bytes')
  return `${origin}\n${size}\n${encodeBase64(root)}\n`
}

/**
 * The checkpoint as a signed note (c2sp.org/tlog-checkpoint): origin, size in decimal, root in base64, an empty line,
 * and a line `— name base64(key hash 4, Ed25519 signature 64)`.
 *
 * @throws LedgerError checkpoint.malformed
 */
export const signCheckpoint = async (checkpoint: Checkpoint, signer: CheckpointSigner): Promise<string> => {
  const text = checkpointText(checkpoint)
  const signature = await signer.key.sign(new TextEncoder().encode(text))
  return `${text}\n\u2014 ${signer.name} ${encodeBase64(concatBytes(signer.keyHash, signature))}\n`
}

/** Lines after the third are extensions: they are signed, but not read here. */
const parseText = (text: string): Checkpoint => {
  const [origin = '', size = '', encodedRoot = ''] = text.split('\n')
  const root = decodeBase64(encodedRoot)
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size) || !root) throw malformed('Not the text of a checkpoint')
  const checkpoint = { origin, size: Number(size), root }
  if (!text.startsWith(checkpointText(checkpoint))) throw malformed('Not the text of a checkpoint')
  return checkpoint
}

/** The signatures that the note attributes to this key; those of other keys are ignored. */
const signaturesBy = ({ name, keyHash }: CheckpointVerifier, lines: readonly string[]): Uint8Array[] =>
  lines.flatMap((line) => {
    const [, signedBy, encoded = ''] = signaturePattern.exec(line) ?? []
    const bytes = decodeBase64(encoded)
    if (!signedBy || !bytes || bytes.length < 5) throw malformed('A line of the signature block is no signature')
    return signedBy === name && sameBytes(bytes.subarray(0, 4), keyHash) ? [bytes.subarray(4)] : []
  })

/**
 * Verifies that the expected key signed a checkpoint, and returns the checkpoint.
 *
 * @throws LedgerError checkpoint.malformed, unusable_key, unknown_key, bad_signature
 */
export const verifyCheckpoint = async (note: string, verifier_key: string): Promise<Checkpoint> => {
  const verifier = parseVerifierKey(verifier_key)
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) throw malformed('Not a signed note')
  const text = note.slice(0, split + 1)
  const checkpoint = parseText(text)
  const signatures = signaturesBy(verifier, note.slice(split + 2, -1).split('\n'))
  if (signatures.length === 0) throw new LedgerError('checkpoint.unknown_key', `No signature by ${verifier.name}`)
  const message = new TextEncoder().encode(text)
  for (const signature of signatures) {
    if (!(await platform.verifyEd25519(verifier.publicKey, message, signature))) {
      throw new LedgerError('checkpoint.bad_signature', `${verifier.name} did not sign this checkpoint`)
    }
  }
  return checkpoint
}
