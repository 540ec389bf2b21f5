import { limits } from '@holdfast/contract'
import { type Attachment, parseMessage } from '../../platform/media-probe/index.ts'
import type { Scanner, Verdict } from '../../platform/scanner/index.ts'

/**
 * Scans the attachments of a message one by one, because scanners do not decode the base64 within the message. A
 * message that cannot be parsed has nothing to scan; the probe reports its problem.
 */
export const scanAttachments = async (
  scanner: Pick<Scanner, 'scan'>,
  message: AsyncIterable<Uint8Array>,
): Promise<Verdict> => {
  const bytes = await collect(message)
  return scanEach(scanner, bytes === null ? [] : attachmentsOf(bytes))
}

/** Scans attachments one by one, up to the first finding. */
export const scanEach = async (
  scanner: Pick<Scanner, 'scan'>,
  attachments: readonly Attachment[],
): Promise<Verdict> => {
  for (const { content } of attachments) {
    const verdict = await scanner.scan(once(content))
    if (!verdict.clean) return verdict
  }
  return { clean: true }
}

const collect = async (content: AsyncIterable<Uint8Array>): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.byteLength
    // The probe refuses longer messages.
    if (bytes > limits.maxMessageBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const attachmentsOf = (message: Buffer): readonly Attachment[] => {
  try {
    return parseMessage(message).attachments
  } catch {
    return []
  }
}

export async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
