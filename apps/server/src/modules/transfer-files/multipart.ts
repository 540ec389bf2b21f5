import { createHash } from 'node:crypto'
import { base64Lines } from './base64-lines.ts'
import { lineEnd, partType } from './mime-headers.ts'

/** A part of a message. */
export interface Part {
  contentType: string
  /** ASCII; null for text that is shown. */
  fileName: string | null
  /** Further header fields. */
  headers?: string
  content: AsyncIterable<Uint8Array>
}

/** A message with several parts, all in base64, so that no line of them can be the boundary. */
export async function* multipart(
  headers: string,
  name: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Uint8Array> {
  const boundary = `holdfast-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  const type = `MIME-Version: 1.0${lineEnd}Content-Type: multipart/mixed;${lineEnd} boundary="${boundary}"${lineEnd}`
  yield Buffer.from(`${headers}${type}`)
  for await (const { contentType, fileName, headers: ofPart = '', content } of parts) {
    const isText = fileName === null
    yield Buffer.from(
      [
        '',
        `--${boundary}`,
        `Content-Type: ${isText ? 'text/plain; charset=utf-8' : partType(contentType)}`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: ${isText ? 'inline' : `attachment;${lineEnd} filename="${fileName}"`}`,
        `${ofPart}${lineEnd}`,
      ].join(lineEnd),
    )
    yield* base64Lines(content)
  }
  yield Buffer.from(`${lineEnd}--${boundary}--${lineEnd}`)
}

export async function* textContent(text: string): AsyncGenerator<Uint8Array> {
  // Text ends its lines with CRLF (RFC 2046 section 4.1.1).
  yield Buffer.from(text.toWellFormed().replace(/\r\n|\r|\n/g, lineEnd))
}
