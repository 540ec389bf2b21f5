import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerBytes, plainSize, sealedSegmentBytes, sealedSize } from '../src/envelope/layout.ts'
import { deriveOpening, openRange, segmentRange } from '../src/index.ts'
import { borderSizes, collect, contentOf, inChunks, refusal, sealedRecording, withBitFlipped } from './recordings.ts'

const content = contentOf(300_000)
const recording = await sealedRecording(content)
const opening = await deriveOpening(recording.dek, recording.sealedContext)
const header = recording.sealed.subarray(0, headerBytes)

const openSlice = (sealed: Uint8Array, plainStart: number, plainEnd: number, sealedSizeKnown = sealed.length) => {
  const range = segmentRange({ sealedSize: sealedSizeKnown, plainStart, plainEnd })
  const read = Buffer.concat([sealed.subarray(0, headerBytes), sealed.subarray(range.sealedStart, range.sealedEnd)])
  return collect(openRange(opening, inChunks(read, [5_000]), range))
}

describe('a range of a recording', () => {
  it('is that slice of the content, and reads no more segments than it needs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 299_999 }),
        fc.integer({ min: 1, max: 150_000 }),
        async (plainStart, length) => {
          const plainEnd = Math.min(content.length, plainStart + length)
          const slice = await openSlice(recording.sealed, plainStart, plainEnd)
          expect(Buffer.from(slice).equals(content.subarray(plainStart, plainEnd))).toBe(true)
          const { sealedStart, sealedEnd } = segmentRange({
            sealedSize: recording.sealed.length,
            plainStart,
            plainEnd,
          })
          const touched = Math.floor((plainEnd - 1) / 65_536) - Math.floor(plainStart / 65_536) + 1
          expect(sealedEnd - sealedStart).toBeLessThanOrEqual(touched * sealedSegmentBytes)
        },
      ),
      { numRuns: 80 },
    )
  })

  it.each(borderSizes)('can cover all of %d bytes', async (size) => {
    const whole = await sealedRecording(contentOf(size))
    const range = segmentRange({ sealedSize: whole.sealed.length, plainStart: 0, plainEnd: size })
    expect([range.sealedStart, range.sealedEnd]).toEqual([headerBytes, whole.sealed.length])
    const slice = await collect(
      openRange(await deriveOpening(whole.dek, whole.sealedContext), inChunks(whole.sealed), range),
    )
    expect(Buffer.from(slice).equals(contentOf(size))).toBe(true)
  })

  it('opens when other segments were changed, and fails when its own were', async () => {
    const changed = withBitFlipped(recording.sealed, (headerBytes + sealedSegmentBytes + 5) * 8)
    expect((await openSlice(changed, 0, 65_536)).length).toBe(65_536)
    expect((await openSlice(changed, 131_072, 300_000)).length).toBe(168_928)
    expect(await refusal(openSlice(changed, 65_536, 65_537))).toBe('envelope.tampered')
    expect(await refusal(openSlice(changed, 65_535, 65_537))).toBe('envelope.tampered')
  })

  it('fails when the stored bytes end early or continue', async () => {
    const range = segmentRange({ sealedSize: recording.sealed.length, plainStart: 0, plainEnd: 70_000 })
    const { sealedStart, sealedEnd } = range
    const short = Buffer.concat([header, recording.sealed.subarray(sealedStart, sealedEnd - 1)])
    const long = Buffer.concat([header, recording.sealed.subarray(sealedStart, sealedEnd + 1)])
    expect(await refusal(collect(openRange(opening, inChunks(short), range)))).toBe('envelope.truncated')
    expect(await refusal(collect(openRange(opening, inChunks(long), range)))).toBe('envelope.tampered')
  })

  it('reads each chunk of stored bytes before it asks for the next, so that a source can use the memory again', async () => {
    const range = segmentRange({ sealedSize: recording.sealed.length, plainStart: 10, plainEnd: 299_990 })
    const source = async function* () {
      const memory = new Uint8Array(100_000)
      for (let at = 0; at < recording.sealed.length; at += memory.length) {
        const chunk = recording.sealed.subarray(at, at + memory.length)
        memory.fill(0).set(chunk)
        yield memory.subarray(0, chunk.length)
      }
    }
    const slice = await collect(openRange(opening, source(), range))
    expect(Buffer.from(slice).equals(content.subarray(10, 299_990))).toBe(true)
  })

  it('fails when the header was changed', async () => {
    const flipped = (byte: number) => openSlice(withBitFlipped(recording.sealed, byte * 8), 100_000, 100_001)
    expect(await refusal(flipped(0))).toBe('envelope.malformed')
    expect(await refusal(flipped(5))).toBe('envelope.wrong_iv')
    expect(await refusal(flipped(12))).toBe('envelope.wrong_key')
  })

  it('fails in the last segment of an object that was cut between segments', async () => {
    const cut = headerBytes + 2 * sealedSegmentBytes
    expect(await refusal(openSlice(recording.sealed.subarray(0, cut), 70_000, 80_000))).toBe('envelope.truncated')
  })

  it.each([
    [-1, 5],
    [5, 5],
    [6, 5],
    [0, 300_001],
    [300_000, 300_001],
    [0.5, 5],
    [0, Number.NaN],
  ])('from %d to %d is refused', async (plainStart, plainEnd) => {
    const asked = async () => segmentRange({ sealedSize: recording.sealed.length, plainStart, plainEnd })
    expect(await refusal(asked())).toBe('envelope.out_of_range')
  })
})

describe('sealed and plain sizes', () => {
  it('convert into each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 }), (plain) => {
        expect(plainSize(sealedSize(plain))).toBe(plain)
      }),
    )
  })

  it.each([-1, 0, 43, 44, 59, 60.5, Number.NaN, 44 + 65_552 + 1, 44 + 65_552 + 16])(
    'that are impossible (%d) are refused',
    async (size) => {
      expect(await refusal((async () => plainSize(size))())).toBe('envelope.truncated')
    },
  )
})
