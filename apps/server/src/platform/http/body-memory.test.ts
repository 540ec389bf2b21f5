import { beforeEach, describe, expect, it } from 'vitest'
import { type BodyBuffer, BodyMemory } from './body-memory.ts'

const kibibyte = 1024
const busy = expect.objectContaining({ code: 'server.busy' })
const fill = (buffer: BodyBuffer, bytes: number, chunk: number) => {
  for (let at = 0; at < bytes; at += chunk) buffer.add(new Uint8Array(Math.min(chunk, bytes - at)).fill(at / chunk))
}

describe('the bytes of a body', () => {
  it.each([1, 7_000, 16 * kibibyte, 65_536])('are kept unchanged, in chunks of %i', (chunk) => {
    const buffer = new BodyMemory().hold('a')
    const sent: Uint8Array[] = []
    for (let at = 0; at < 200_000; at += chunk) {
      const part = Uint8Array.from({ length: chunk }, (_, place) => (at + place) % 251)
      sent.push(part.slice())
      buffer.add(part)
    }
    expect(Buffer.concat(buffer.takeChunks()).equals(Buffer.concat(sent))).toBe(true)
  })

  it('need little more memory than their length, however short the chunks are', () => {
    const memory = new BodyMemory({ maxBytes: 400 * kibibyte })
    expect(() => fill(memory.hold('a'), 250 * kibibyte, 1)).not.toThrow()
  })

  it('are not copied when they arrive in long chunks', () => {
    const buffer = new BodyMemory().hold('a')
    const chunk = new Uint8Array(64 * kibibyte)
    buffer.add(chunk)
    expect(buffer.takeChunks()[0]?.buffer).toBe(chunk.buffer)
  })

  it('are freed immediately when the call ends', () => {
    const buffer = new BodyMemory().hold('a')
    const chunk = new Uint8Array(64 * kibibyte)
    buffer.add(chunk)
    buffer.release()
    expect(chunk.byteLength).toBe(0)
    buffer.add(new Uint8Array(64 * kibibyte))
    expect(buffer.takeChunks()).toEqual([])
  })
})

describe('the memory for bodies', () => {
  it('always admits an ordinary body, and a large one once others are released', () => {
    const memory = new BodyMemory({ maxBytes: 256 * kibibyte })
    const first = memory.hold('a')
    fill(first, 256 * kibibyte, 64 * kibibyte)
    const second = memory.hold('b')
    fill(second, 64 * kibibyte, 64 * kibibyte)
    expect(() => second.add(new Uint8Array(1))).toThrow(busy)
    expect(() => memory.hold('c').assertRoom(65 * kibibyte)).toThrow(busy)
    first.takeChunks()
    expect(() => second.add(new Uint8Array(1))).toThrow(busy)
    first.release()
    expect(() => second.add(new Uint8Array(1))).not.toThrow()
  })

  it('is limited for each caller', () => {
    const memory = new BodyMemory()
    fill(memory.hold('a'), 16 * kibibyte * kibibyte, 1024 * kibibyte)
    expect(() => memory.hold('a').assertRoom(65 * kibibyte)).toThrow(busy)
    expect(() => memory.hold('b').assertRoom(65 * kibibyte)).not.toThrow()
  })

  describe('when it is full', () => {
    const maxBytes = 256 * kibibyte
    let now = 0
    let memory: BodyMemory
    beforeEach(() => {
      now = 0
      memory = new BodyMemory({ maxBytes, now: () => now })
    })
    /** Bodies that each hold 64 KiB, which is always allowed, and do not continue. */
    const trickling = (bodies: number): BodyBuffer[] =>
      Array.from({ length: bodies }, (_, caller) => {
        const buffer = memory.hold(`slow ${caller}`)
        fill(buffer, 64 * kibibyte, 64 * kibibyte)
        return buffer
      })

    it('drops bodies that have been arriving for a long time, the oldest first, and no more than necessary', () => {
      const bodies = trickling(5)
      now = 10_001
      fill(memory.hold('large'), 128 * kibibyte, 64 * kibibyte)
      for (const body of bodies.slice(0, 3)) {
        expect(() => body.add(new Uint8Array(1))).toThrow(busy)
        expect(() => body.complete()).toThrow(busy)
      }
      expect(() => bodies[4]?.complete()).not.toThrow()
    })

    it('keeps recent bodies and complete ones', () => {
      trickling(4)[0]?.complete()
      now = 10_000
      expect(() => memory.hold('large').assertRoom(65 * kibibyte)).toThrow(busy)
      now = 10_001
      expect(() => memory.hold('large').assertRoom(256 * kibibyte)).toThrow(busy)
      expect(() => memory.hold('large').assertRoom(192 * kibibyte)).not.toThrow()
    })
  })
})
