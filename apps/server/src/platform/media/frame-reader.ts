import type { Readable } from 'node:stream'
import { type Frame, frameHeaderBytes, maxFrameBytes } from '@holdfast/decoder/protocol'

/** The decoder sent something that is not a frame. */
export class MalformedFrame extends Error {
  override readonly name = 'MalformedFrame'
}

/** Reads the decoder's frames, one after the other, until it closes the channel. */
export async function* readFrames(channel: Readable): AsyncGenerator<Frame, void, undefined> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (waiting.length >= frameHeaderBytes) {
      const end = frameHeaderBytes + waiting.readUInt32BE(1)
      if (end > frameHeaderBytes + maxFrameBytes) throw new MalformedFrame(`A frame of ${end} bytes`)
      if (waiting.length < end) break
      yield { kind: waiting.readUInt8(), body: waiting.subarray(frameHeaderBytes, end) }
      waiting = waiting.subarray(end)
    }
  }
  if (waiting.length > 0) throw new MalformedFrame('The decoder ended within a frame')
}
