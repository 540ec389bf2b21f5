import { platform } from '#crypto'
import { ChunkReader } from './chunk-reader.ts'
import { deriveKeys, ivBytes } from './header.ts'
import { segmentBytes } from './layout.ts'
import { setNonce, startNonce } from './nonce.ts'
import { associatedData, type RecordingContext } from './recording-context.ts'

/** The secrets of one sealing. */
export interface SealingSecrets {
  dek: Uint8Array
  iv: Uint8Array
}

/** New secrets for each sealing: a data key that sealed two contents would expose both. */
export const freshSecrets = (): SealingSecrets => ({
  dek: platform.randomBytes(32),
  iv: platform.randomBytes(ivBytes),
})

/** The sealed object: header, then each segment's ciphertext and tag. Holds one segment at a time. */
export async function* sealSegments(
  content: AsyncIterable<Uint8Array>,
  context: RecordingContext,
  { dek, iv }: SealingSecrets,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new ChunkReader(content)
  try {
    const bound = associatedData(context)
    const { header, encryptionKey } = await deriveKeys(dek, iv)
    yield header
    const nonce = startNonce(iv)
    for (let segment = 0, isLast = false; !isLast; segment++) {
      const plain = await reader.take(segmentBytes)
      isLast = await reader.atEnd()
      setNonce(nonce, segment, isLast)
      yield await encryptionKey.seal(nonce, bound, plain)
    }
  } finally {
    await reader.close()
  }
}
