import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  importPublicKey,
  measured,
  measureStream,
  openBytes,
  openStream,
  partContext,
  plainSize,
  sealBytes,
  sealedSize,
  sealPart,
  sealStream,
  unwrapDek,
} from '../src/index.ts'
import { borderSizes, collect, contentOf, context, inChunks, refusal, sealedRecording } from './recordings.ts'

const chunkLengths = fc
  .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 8 })
  .filter((lengths) => lengths.reduce((sum, length) => sum + length, 0) > 1_000)

describe('a sealed recording', () => {
  it.each(borderSizes)('of %d bytes opens to the bytes that were sealed', async (size) => {
    const { sealed, dek, sealedContext } = await sealedRecording(contentOf(size))
    expect(sealed.length).toBe(sealedSize(size))
    expect(plainSize(sealed.length)).toBe(size)
    expect(Buffer.from(await openBytes(sealed, dek, sealedContext)).equals(contentOf(size))).toBe(true)
  })

  it('is the same however the streams are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300_000 }),
        chunkLengths,
        chunkLengths,
        async (size, plainCuts, sealedCuts) => {
          const { pair } = await sealedRecording(new Uint8Array(0))
          const content = contentOf(size)
          const stream = await sealStream(inChunks(content, plainCuts), { ...context, public_key: pair.public_key })
          const sealed = await collect(stream.content)
          const dek = await unwrapDek(stream.encrypted_dek, pair.private_key)
          const opened = await collect(openStream(inChunks(sealed, sealedCuts), dek, { ...context, iv: stream.iv }))
          expect(sealed.length).toBe(sealedSize(size))
          expect(Buffer.from(opened).equals(content)).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('opens for any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (content) => {
        const { sealed, dek, sealedContext } = await sealedRecording(content)
        expect(Buffer.from(await openBytes(sealed, dek, sealedContext)).equals(content)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('has another data key, iv and ciphertext each time', async () => {
    const { pair } = await sealedRecording(new Uint8Array(0))
    const public_key = await importPublicKey(pair.public_key)
    const [one, other] = await Promise.all([0, 1].map(() => sealBytes(contentOf(100), { ...context, public_key })))
    expect(one?.encrypted_dek).not.toBe(other?.encrypted_dek)
    expect(one?.iv).not.toBe(other?.iv)
    expect(one?.content).not.toEqual(other?.content)
    expect(one?.key_id).toBe(pair.key_id)
  })

  it.each(['payload_reference', 'payload_type', 'device_reference'] as const)(
    'cannot be made without a valid %s',
    async (field) => {
      const { pair } = await sealedRecording(new Uint8Array(0))
      for (const text of ['', 'lone \ud800 surrogate']) {
        const options = { ...context, [field]: text, public_key: pair.public_key }
        expect(await refusal(sealBytes(contentOf(1), options))).toBe('envelope.malformed')
      }
    },
  )
})

describe('the streams', () => {
  it('read at most one segment ahead of the one they return', async () => {
    const { sealed, dek, sealedContext } = await sealedRecording(contentOf(1_000_000))
    let read = 0
    async function* counted() {
      for await (const chunk of inChunks(sealed, [10_000])) {
        read += chunk.length
        yield chunk
      }
    }
    let given = 0
    for await (const part of openStream(counted(), dek, sealedContext)) {
      given += part.length
      expect(read).toBeLessThanOrEqual(sealedSize(given) + 20_000)
    }
    expect(given).toBe(1_000_000)
  })

  it('release their source when the reader stops early', async () => {
    const { sealed, dek, sealedContext } = await sealedRecording(contentOf(200_000))
    let isReleased = false
    async function* source() {
      try {
        yield* inChunks(sealed)
      } finally {
        isReleased = true
      }
    }
    for await (const part of openStream(source(), dek, sealedContext)) {
      expect(part.length).toBe(65_536)
      break
    }
    expect(isReleased).toBe(true)
  })
})

describe('the size and checksum of a stream', () => {
  it('are those of its bytes, which pass unchanged; the checksum is SHA-256 in lowercase hexadecimal', async () => {
    const bytes = contentOf(150_000)
    const checksum = createHash('sha256').update(bytes).digest('hex')
    const passing = measured(inChunks(bytes, [1, 40_000]))
    expect(Buffer.from(await collect(passing.content)).equals(bytes)).toBe(true)
    expect(passing.measure()).toEqual({ size: 150_000, checksum })
    expect(await measureStream(inChunks(bytes, [7_777]))).toEqual({ size: 150_000, checksum })
  })

  it('are not available before the stream has ended', () => {
    expect(() => measured(inChunks(contentOf(1))).measure()).toThrow('before the stream ended')
  })

  it('are part of the metadata of a sealed recording', async () => {
    const { sealed, metadata } = await sealedRecording(contentOf(70_000))
    expect(metadata.size).toBe(sealed.length)
    expect(metadata.checksum).toBe(createHash('sha256').update(sealed).digest('hex'))
  })
})

describe('a part that is derived from a recording', () => {
  it("opens under the recording's key, and as nothing but this part of this recording", async () => {
    const { sealed, dek, sealedContext } = await sealedRecording(contentOf(10))
    const { iv: recordingIv, ...recording } = sealedContext
    const thumbnail = partContext(recording, 'thumbnail')
    const { iv, content } = sealPart(inChunks(contentOf(70_000), [1_000]), dek, thumbnail)
    const part = await collect(content)
    expect(iv).not.toBe(recordingIv)
    expect(Buffer.from(await openBytes(part, dek, { ...thumbnail, iv })).equals(contentOf(70_000))).toBe(true)
    for (const other of [recording, partContext(recording, 'poster'), { ...thumbnail, payload_reference: 'another' }]) {
      expect(await refusal(openBytes(part, dek, { ...other, iv }))).toBe('envelope.tampered')
    }
    expect(await refusal(openBytes(sealed, dek, { ...thumbnail, iv: recordingIv }))).toBe('envelope.tampered')
    expect(await refusal(openBytes(part, dek, { ...thumbnail, iv: recordingIv }))).toBe('envelope.wrong_iv')
  })
})
