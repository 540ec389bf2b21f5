import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKeys } from '../src/envelope/header.ts'
import { headerBytes, sealedSegmentBytes } from '../src/envelope/layout.ts'
import { setNonce, startNonce } from '../src/envelope/nonce.ts'
import { associatedData } from '../src/envelope/recording-context.ts'
import { openBytes, openStream } from '../src/index.ts'
import { contentOf, context, inChunks, refusal, sealedRecording, withBitFlipped } from './recordings.ts'

const threeSegments = await sealedRecording(contentOf(150_000))
const fullSegments = await sealedRecording(contentOf(131_072))
const small = await sealedRecording(contentOf(100))

const segment = (sealed: Uint8Array, at: number) =>
  sealed.subarray(headerBytes + at * sealedSegmentBytes, headerBytes + (at + 1) * sealedSegmentBytes)
const header = (sealed: Uint8Array) => sealed.subarray(0, headerBytes)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const opening = (recording: typeof small, sealed: Uint8Array) =>
  refusal(openBytes(sealed, recording.dek, recording.sealedContext))

describe('a recording does not open', () => {
  it('with any one bit flipped', async () => {
    const codes = new Set<string>()
    for (let bit = 0; bit < small.sealed.length * 8; bit++) {
      codes.add(await opening(small, withBitFlipped(small.sealed, bit)))
    }
    expect([...codes].sort()).toEqual([
      'envelope.malformed',
      'envelope.tampered',
      'envelope.wrong_iv',
      'envelope.wrong_key',
    ])
  })

  it('with a bit flipped anywhere in a long recording', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: threeSegments.sealed.length * 8 - 1 }), async (bit) => {
        expect(await opening(threeSegments, withBitFlipped(threeSegments.sealed, bit))).not.toBe('opened')
      }),
      { numRuns: 60 },
    )
  })

  it('when cut off after any byte', async () => {
    for (let length = 0; length < small.sealed.length; length++) {
      const code = await opening(small, small.sealed.subarray(0, length))
      expect(['envelope.truncated', 'envelope.tampered']).toContain(code)
    }
  })

  it.each([0, 1, 2])('when cut off right after segment %d, and the error says so', async (segments) => {
    const cut = threeSegments.sealed.subarray(0, headerBytes + segments * sealedSegmentBytes)
    expect(await opening(threeSegments, cut)).toBe('envelope.truncated')
  })

  it('when cut off anywhere in a long recording', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: threeSegments.sealed.length - 1 }), async (length) => {
        expect(await opening(threeSegments, threeSegments.sealed.subarray(0, length))).not.toBe('opened')
      }),
      { numRuns: 60 },
    )
  })

  it('when bytes or segments are added', async () => {
    const { sealed } = fullSegments
    expect(await opening(fullSegments, joined(sealed, Uint8Array.of(0)))).toBe('envelope.tampered')
    expect(await opening(fullSegments, joined(sealed, new Uint8Array(16)))).toBe('envelope.tampered')
    expect(await opening(fullSegments, joined(sealed, segment(sealed, 1)))).toBe('envelope.tampered')
    expect(await opening(small, joined(small.sealed, small.sealed))).toBe('envelope.tampered')
  })

  it('when segments are swapped, repeated or left out', async () => {
    const { sealed } = threeSegments
    const [first, second, last] = [0, 1, 2].map((at) => segment(sealed, at)) as [Uint8Array, Uint8Array, Uint8Array]
    for (const order of [
      [second, first, last],
      [first, first, last],
      [first, last],
      [second, last],
      [last],
      [first, second, second],
    ]) {
      expect(await opening(threeSegments, joined(header(sealed), ...order))).not.toBe('opened')
    }
  })

  it('when a segment or the header comes from another recording', async () => {
    const other = await sealedRecording(contentOf(150_000))
    const swapped = joined(
      header(threeSegments.sealed),
      segment(other.sealed, 0),
      threeSegments.sealed.subarray(65_596),
    )
    expect(await opening(threeSegments, swapped)).toBe('envelope.tampered')
    const crossed = joined(header(other.sealed), threeSegments.sealed.subarray(headerBytes))
    expect(await opening(threeSegments, crossed)).toBe('envelope.wrong_iv')
    expect(await opening(threeSegments, other.sealed)).toBe('envelope.wrong_iv')
  })

  it('with another data key', async () => {
    const { sealed, sealedContext } = small
    expect(await refusal(openBytes(sealed, threeSegments.dek, sealedContext))).toBe('envelope.wrong_key')
    expect(await refusal(openBytes(sealed, small.dek.subarray(1), sealedContext))).toBe('envelope.malformed')
  })

  it('with either of two keys, when the header of one precedes the segments of the other', async () => {
    const iv = small.sealed.slice(5, 12)
    const other = await deriveKeys(threeSegments.dek, iv)
    const crossed = joined(other.header, small.sealed.subarray(headerBytes))
    expect(await refusal(openBytes(crossed, small.dek, small.sealedContext))).toBe('envelope.wrong_key')
    expect(await refusal(openBytes(crossed, threeSegments.dek, small.sealedContext))).toBe('envelope.tampered')
  })

  it('with another iv', async () => {
    const attempt = (iv: string) => refusal(openBytes(small.sealed, small.dek, { ...context, iv }))
    expect(await attempt(threeSegments.sealedContext.iv)).toBe('envelope.wrong_iv')
    expect(await attempt('')).toBe('envelope.malformed')
    expect(await attempt(`${small.sealedContext.iv}AA`)).toBe('envelope.malformed')
    expect(await attempt(`${small.sealedContext.iv}==`)).toBe('envelope.malformed')
  })

  it.each(['payload_reference', 'payload_type', 'device_reference'] as const)('with another %s', async (field) => {
    const elsewhere = { ...small.sealedContext, [field]: `${context[field]}2` }
    expect(await refusal(openBytes(small.sealed, small.dek, elsewhere))).toBe('envelope.tampered')
  })

  it('when text is moved from one field of its context to the next', async () => {
    const moved = { ...small.sealedContext, payload_reference: `${context.payload_reference}C`, payload_type: 'all' }
    expect(await refusal(openBytes(small.sealed, small.dek, moved))).toBe('envelope.tampered')
  })

  it('when an empty last segment follows full ones, even if it was sealed with the right key', async () => {
    const { sealed, dek } = fullSegments
    const iv = sealed.slice(5, 12)
    const { encryptionKey } = await deriveKeys(dek, iv)
    const nonce = startNonce(iv)
    const resealed = async (plain: Uint8Array, at: number, isLast: boolean) => {
      setNonce(nonce, at, isLast)
      return encryptionKey.seal(nonce, associatedData(context), plain)
    }
    const last = await resealed(contentOf(131_072).subarray(65_536), 1, false)
    const forged = joined(header(sealed), segment(sealed, 0), last, await resealed(new Uint8Array(0), 2, true))
    expect(await opening(fullSegments, forged)).toBe('envelope.truncated')
  })
})

describe('before an error', () => {
  it.each([0, 1, 2])('only the segments before the changed one (%d) are returned', async (changed) => {
    const { sealed, dek, sealedContext } = threeSegments
    const bit = (headerBytes + changed * sealedSegmentBytes + 1_000) * 8
    const given: Uint8Array[] = []
    const reading = async () => {
      for await (const part of openStream(inChunks(withBitFlipped(sealed, bit)), dek, sealedContext)) given.push(part)
    }
    expect(await refusal(reading())).toBe('envelope.tampered')
    expect(Buffer.concat(given).equals(contentOf(150_000).subarray(0, changed * 65_536))).toBe(true)
  })
})
