import { ReadableStream } from 'node:stream/web'
import { LRUCache } from 'lru-cache'
import type { PublicKey } from 'openpgp'

/** Reading a key and checking its signatures takes longer than encrypting a message. */
const readKeys = new LRUCache<string, Promise<PublicKey>>({ max: 50 })

const keyOf = (armoredKey: string): Promise<PublicKey> => {
  const known = readKeys.get(armoredKey)
  if (known) return known
  const key = import('openpgp').then(({ readKey }) => readKey({ armoredKey }))
  readKeys.set(armoredKey, key)
  return key
}

/** Encrypts a stream to a public key (RFC 9580), without armour, in constant memory. */
export async function* pgpOf(armoredKey: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Loading it takes a tenth of a second, and most processes never need it.
  const { createMessage, encrypt, enums } = await import('openpgp')
  const encryptionKeys = await keyOf(armoredKey)
  // Without a name and a time: the path and the manifest have both.
  const message = await createMessage({
    binary: ReadableStream.from(content) as never,
    filename: '',
    date: new Date(0),
  })
  const encrypted = await encrypt({
    message,
    encryptionKeys,
    format: 'binary',
    // As every version of GnuPG reads it.
    config: { aeadProtect: false, preferredCompressionAlgorithm: enums.compression.uncompressed },
  })
  yield* encrypted as unknown as AsyncIterable<Uint8Array>
}
