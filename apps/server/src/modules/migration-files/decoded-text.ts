import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'

/** Read in one go, which holds up everything else; so pieces are small. */
const pieceBytes = 64 * 1024

/**
 * The text of a file in UTF-8, or in UTF-16 if it begins with a byte order mark. Bytes that are neither become U+FFFD, so that
 * only their rows are refused.
 */
export async function* decodedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let head: Uint8Array = new Uint8Array()
  for await (const chunk of bytes) {
    let rest: Uint8Array = chunk
    if (!decoder) {
      head = Buffer.concat([head, chunk])
      if (head.length < 2) continue
      decoder = new TextDecoder(encodingOf(head))
      rest = head
    }
    for (let from = 0; from < rest.length; from += pieceBytes) {
      await setImmediate()
      yield decoder.decode(rest.subarray(from, from + pieceBytes), { stream: true })
    }
  }
  yield decoder ? decoder.decode() : new TextDecoder().decode(head)
}

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
