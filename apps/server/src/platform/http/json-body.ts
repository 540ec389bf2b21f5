import { isUtf8 } from 'node:buffer'
import { ProductError } from '@holdfast/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HeldBody } from './body-memory.ts'
import { JsonStructure } from './json-structure.ts'

const maxDepth = 64
/** JSON of people and handsets has some 8 bytes a mark. */
const bytesOfMark = 4
/** A position with its time every second for a day, in one body. */
const mostMarks = 1_000_000
/** Bodies beyond either keep everybody waiting while they are parsed, so they have their turns. */
const quickBytes = 1024 * 1024
const quickMarks = 20_000
/** What a mark counts in the budget of its caller, beside its byte: it costs as much as so many bytes of text. */
const budgetBytesOfMark = 16
const firstBlockBytes = 16 * 1024

export interface ReceivedBody {
  text: string
  /** What it takes of its caller's budget. */
  budgetBytes: number
  isQuick: boolean
}

/** @throws ProductError `request.too_large` for what is announced to be longer than the call may hold */
export const assertLengthFits = ({ headers }: Pick<FastifyRequest, 'headers'>, maxBytes: number): void => {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Receives the text of a JSON body, as far as it keeps to its limits.
 * @throws ProductError `request.too_large`, `request.too_many_values`, `request.malformed`, `server.busy`; the stream's own error when it breaks off
 */
export const receiveJson = async (
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, held }: { maxBytes: number; held: HeldBody },
): Promise<ReceivedBody> => {
  const structure = new JsonStructure({ maxDepth, maxMarks: Math.min(maxBytes / bytesOfMark, mostMarks) })
  let block = Buffer.allocUnsafe(0)
  let length = 0
  for await (const chunk of chunks) {
    const end = length + chunk.byteLength
    if (end > maxBytes) throw tooLarge(maxBytes)
    structure.take(chunk)
    // One block that grows: a body that comes byte by byte would take a hundred times its length.
    if (end > block.byteLength) {
      const larger = Math.min(maxBytes, Math.max(firstBlockBytes, 2 * block.byteLength, end))
      held.take(larger - block.byteLength)
      const grown = Buffer.allocUnsafe(larger)
      block.copy(grown, 0, 0, length)
      block = grown
    }
    block.set(chunk, length)
    length = end
  }
  const bytes = block.subarray(0, length)
  if (!isUtf8(bytes)) throw new ProductError('request.malformed', { reason: 'the body is not UTF-8' })
  const { marks } = structure
  return {
    text: bytes.toString('utf8'),
    budgetBytes: length + budgetBytesOfMark * marks,
    isQuick: length <= quickBytes && marks <= quickMarks,
  }
}

/** Of the time of the process, what parsing of large bodies may take: one part of so many. */
const parts = 20

/** Large bodies are parsed one after the other, with room between them for everybody else. */
export class ParsingTurns {
  #last: Promise<unknown> = Promise.resolve()

  async take<T>(parse: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    const begunAt = performance.now()
    try {
      return await parse()
    } finally {
      setTimeout(resolve, (performance.now() - begunAt) * (parts - 1))
    }
  }
}

/** Fastify's own parser, which refuses `__proto__` and `constructor.prototype`. */
export const jsonParser = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
}

const tooLarge = (limit_bytes: number) => new ProductError('request.too_large', { limit_bytes })
