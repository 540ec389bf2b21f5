import type { IncomingMessage } from 'node:http'

/** Longer than any form of the broker, which has two fields. */
const maxFormBytes = 8 * 1024

/** Reads a posted form; `undefined` when the body is not a form or too long. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams | undefined> => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxFormBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
