import { lineEnd } from './mime-headers.ts'

const lineCharacters = 76
const lineBytes = (lineCharacters / 4) * 3

/** Bytes in base64, in lines of 76 characters (RFC 2045). */
export async function* base64Lines(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % lineBytes)
    if (whole > 0) yield inLines(bytes.subarray(0, whole))
    rest = Buffer.from(bytes.subarray(whole))
  }
  if (rest.length > 0) yield inLines(rest)
}

const inLines = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('base64').replace(/.{1,76}/g, `$&${lineEnd}`), 'latin1')
