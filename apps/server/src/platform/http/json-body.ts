import { type CallDeclaration, limits, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import type { BodyBuffer } from './body-memory.ts'
import type { EventLoopQueue } from './event-loop-queue.ts'
import { JsonStructure } from './json-structure.ts'

const maxDepth = 64
/** Fewest bytes per token (see `StructureLimits`). JSON of people and handsets has about 8. */
const bytesPerToken = 4
/** Enough for a position with its time every second for a day, in one body. */
const maxTokens = 1_000_000
/** Larger bodies would block the event loop, so a worker thread parses and checks them. */
const quickBytes = 256 * 1024
const quickTokens = 5_000
/** Longer bodies take turns with others in the event loop. */
const shortBytes = 64 * 1024
/** What a token costs in its caller's budget, in addition to its byte: handling it takes as long as this many bytes of text. */
const budgetBytesPerToken = 16

export const maxBodyBytesOf = ({ maxBodyBytes = limits.maxSmallBodyBytes }: CallDeclaration): number => maxBodyBytes

/** @throws ProductError `request.too_large` if the announced length is more than the call accepts */
export const assertLengthFits = ({ headers }: Pick<FastifyRequest, 'headers'>, maxBytes: number): void => {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

interface Receiving {
  maxBytes: number
  bodyBuffer: BodyBuffer
  queue: EventLoopQueue
  /** Receives what the body costs of its caller's budget, also when it is refused or breaks off. */
  spend: (bytes: number) => void
}

/**
 * Receives a JSON body into `bodyBuffer`, within its limits. Returns whether it is small enough to be parsed on this thread.
 * @throws ProductError `request.too_large`, `request.too_many_values`, `request.malformed`, `server.busy`; the stream's own
 *   error when it breaks off
 */
export const receiveJson = async (
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, bodyBuffer, queue, spend }: Receiving,
): Promise<boolean> => {
  const structure = new JsonStructure({ maxDepth, maxTokens: Math.min(maxBytes / bytesPerToken, maxTokens) })
  let received = 0
  try {
    for await (const chunk of chunks) {
      received += chunk.byteLength
      if (received > maxBytes) throw tooLarge(maxBytes)
      if (bodyBuffer.length > shortBytes) await queue.next()
      structure.take(chunk)
      bodyBuffer.add(chunk)
    }
    bodyBuffer.complete()
  } finally {
    spend(received + budgetBytesPerToken * structure.tokens)
  }
  return bodyBuffer.length <= quickBytes && structure.tokens <= quickTokens
}

const tooLarge = (limit_bytes: number) => new ProductError('request.too_large', { limit_bytes })
