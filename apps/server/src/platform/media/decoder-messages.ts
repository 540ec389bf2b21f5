import type { Readable } from 'node:stream'
import {
  type DecodedFacts,
  type Frame,
  frameHeaderBytes,
  frameKinds,
  maxFrameBytes,
  type Part,
  parts,
} from '@holdfast/decoder/protocol'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { DecodingError } from './decoding-error.ts'

export interface DecodedPart {
  part: Part
  /**
   * Bytes that continue the part, or that it begins with; `postponed`: it would have to be encoded; `ended`: it is complete; `failed`:
   * it can't be made, unlike others, and the bytes say why.
   */
  kind: 'bytes' | 'head' | 'postponed' | 'ended' | 'failed'
  bytes: Buffer
}

/** What the content turned out to be. */
export interface DecodedMedia {
  kind: 'media'
  facts: DecodedFacts
}

export type Decoded = DecodedPart | DecodedMedia

/** A range of the content that the decoder waits for. */
export interface ReadRequest {
  kind: 'read'
  offset: number
  length: number
}

/** Nothing more is to come. */
export interface End {
  kind: 'end'
  /** Why the content can't be decoded; empty if everything was made. */
  problem: string
}

/**
 * Reads what the decoder says, until it closes the channel. It may be in the hands of whoever made the recording, so nothing that it
 * sends is taken for granted.
 * @throws DecodingError `crashed` if it says something that is not in the protocol
 */
export async function* readMessages(channel: Readable): AsyncGenerator<Decoded | ReadRequest | End, void, undefined> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of chunksOf(channel)) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (waiting.length >= frameHeaderBytes) {
      const end = frameHeaderBytes + waiting.readUInt32BE(1)
      if (end > frameHeaderBytes + maxFrameBytes) throw malformed(`A frame of ${end} bytes`)
      if (waiting.length < end) break
      yield messageOf({ kind: waiting.readUInt8(), body: waiting.subarray(frameHeaderBytes, end) })
      waiting = waiting.subarray(end)
    }
  }
}

/** A decoder that ends with an answer unread resets the channel, which ends it like any other way. */
async function* chunksOf(channel: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* channel as AsyncIterable<Buffer>
  } catch {}
}

const maxProblemBytes = 1024

const messageOf = ({ kind, body }: Frame): Decoded | ReadRequest | End => {
  if (kind === frameKinds.end) return { kind: 'end', problem: body.subarray(0, maxProblemBytes).toString() }
  if (kind === frameKinds.read) {
    if (body.length !== 10) throw malformed(`A request of ${body.length} bytes`)
    const [offset, length] = [body.readUIntBE(0, 6), body.readUInt32BE(6)]
    return { kind: 'read', offset, length: Math.min(length, maxFrameBytes) }
  }
  if (kind === frameKinds.media) return { kind: 'media', facts: readFacts(body) }
  const found = decodedKinds[kind]
  const part = parts[body[0] ?? parts.length]
  if (!found || !part) throw malformed(`A frame of kind ${kind}`)
  return { part, kind: found, bytes: body.subarray(1) }
}

const decodedKinds: Readonly<Record<number, DecodedPart['kind']>> = {
  [frameKinds.part]: 'bytes',
  [frameKinds.head]: 'head',
  [frameKinds.postponed]: 'postponed',
  [frameKinds.ended]: 'ended',
  [frameKinds.failed]: 'failed',
}

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const Facts = Type.Object(
  {
    duration_ms: Count,
    width: Count,
    height: Count,
    channels: Count,
    sample_rate: Count,
    is_damaged: Type.Boolean(),
    undecoded_tracks: Type.Array(Type.String({ pattern: '^(audio|video)/[a-z0-9_]{1,40}$' }), { maxItems: 1_000 }),
  },
  { additionalProperties: false },
)

const readFacts = (body: Buffer): DecodedFacts => {
  try {
    return Value.Parse(Facts, JSON.parse(body.toString()))
  } catch {
    throw malformed('Facts of another form')
  }
}

const malformed = (what: string): DecodingError => new DecodingError('crashed', `${what} is not in the protocol`)
