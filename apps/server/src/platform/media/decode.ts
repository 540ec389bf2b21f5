import type { DecoderTask } from '@holdfast/decoder/protocol'
import { type Decoded, type End, type ReadRequest, readMessages } from './decoder-messages.ts'
import { type DecodeOptions, startDecoder } from './decoder-process.ts'
import { DecodingError } from './decoding-error.ts'

/** Content of which any range can be read. */
export interface RangeSource {
  /** Bytes. */
  size: number
  /** @returns the bytes of the range, fewer at the end of the content */
  read(offset: number, length: number): Promise<Uint8Array>
}

export type Task = Omit<DecoderTask, 'size'>

/**
 * Decodes a recording in a process of its own, without a network, files or much memory, and ends that process when the
 * loop over it ends. Parts that are not wanted are left out.
 * @throws DecodingError, or the error of `source`, or the reason of `signal`
 */
export async function* decode(
  source: RangeSource,
  task: Task,
  { confinement, limits, signal }: DecodeOptions,
): AsyncGenerator<Decoded, void, undefined> {
  signal.throwIfAborted()
  const decoder = startDecoder({ ...task, size: source.size }, { confinement, limits, signal })
  try {
    for await (const message of readMessages(decoder.channel)) {
      if (message.kind === 'end') return assertMade(message)
      if (message.kind !== 'read') {
        if (message.kind === 'media' || task.wanted.includes(message.part)) yield message
      } else if (!(await decoder.take(await answerTo(source, message)))) break
    }
    throw await decoder.crash()
  } catch (error) {
    signal.throwIfAborted()
    throw decoder.failure() ?? error
  } finally {
    decoder.kill()
  }
}

const assertMade = ({ problem }: End): void => {
  if (problem !== '') throw new DecodingError('undecodable', problem)
}

/** The requested range: its length, then its bytes. */
const answerTo = async (source: RangeSource, { offset, length }: ReadRequest): Promise<Buffer> => {
  const available = Math.min(length, Math.max(0, source.size - offset))
  const bytes = available === 0 ? Buffer.alloc(0) : await source.read(offset, available)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes.length)
  return Buffer.concat([size, bytes])
}
