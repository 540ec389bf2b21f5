import { readSync, writeSync } from 'node:fs'
import {
  channelDescriptor,
  type DecodedFacts,
  frameHeaderBytes,
  frameKinds,
  maxFrameBytes,
  type Part,
  parts,
} from './protocol.ts'

const writeAll = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(channelDescriptor, bytes, at)
}

const readAll = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(channelDescriptor, bytes, at, bytes.length - at, null)
    if (count === 0) throw new Error('The worker closed the channel')
    at += count
  }
}

const send = (kind: number, ...body: readonly Uint8Array[]): void => {
  const header = Buffer.alloc(frameHeaderBytes)
  header.writeUInt8(kind)
  header.writeUInt32BE(
    body.reduce((sum, { length }) => sum + length, 0),
    1,
  )
  writeAll(Buffer.concat([header, ...body]))
}

/** Requests a range of the content from the worker and waits for it. Shorter than `length` at the end of the content only. */
export const readRange = (offset: number, length: number): Buffer => {
  const request = Buffer.alloc(10)
  request.writeUIntBE(offset, 0, 6)
  request.writeUInt32BE(Math.min(length, maxFrameBytes), 6)
  send(frameKinds.read, request)
  const size = Buffer.alloc(4)
  readAll(size)
  const bytes = Buffer.alloc(size.readUInt32BE())
  readAll(bytes)
  return bytes
}

/** Sends bytes that continue a part. */
export const sendPart = (part: Part, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += maxFrameBytes - 1) {
    send(frameKinds.part, Uint8Array.of(parts.indexOf(part)), bytes.subarray(at, at + maxFrameBytes - 1))
  }
}

/** Sends the bytes that a part begins with, at most one frame of them. */
export const sendHead = (part: Part, bytes: Uint8Array): void =>
  send(frameKinds.head, Uint8Array.of(parts.indexOf(part)), bytes)

/** Says that a part would have to be encoded. */
export const sendPostponed = (part: Part): void => send(frameKinds.postponed, Uint8Array.of(parts.indexOf(part)))

/** Says that a part is complete. */
export const sendEnded = (part: Part): void => send(frameKinds.ended, Uint8Array.of(parts.indexOf(part)))

/** Says that a part can't be made, unlike others. */
export const sendFailed = (part: Part, problem: string): void =>
  send(frameKinds.failed, Uint8Array.of(parts.indexOf(part)), Buffer.from(problem))

/** Says what the content turned out to be. */
export const sendFacts = (facts: DecodedFacts): void => send(frameKinds.media, Buffer.from(JSON.stringify(facts)))

/** Nothing more is to come. */
export const sendEnd = (problem = ''): void => send(frameKinds.end, Buffer.from(problem))
