import { expect, test } from 'vitest'
import { wavOf } from './wav.ts'

test('samples become 16-bit PCM after a 44-byte header with their length and rate', () => {
  const file = new DataView(wavOf(new Float32Array([0, 1, -1, 2]), 16_000))
  const ascii = (offset: number) => String.fromCharCode(...new Uint8Array(file.buffer, offset, 4))
  expect([ascii(0), ascii(8), ascii(36)]).toEqual(['RIFF', 'WAVE', 'data'])
  expect([file.getUint32(4, true), file.getUint32(24, true), file.getUint32(40, true)]).toEqual([44, 16_000, 8])
  expect([44, 46, 48, 50].map((offset) => file.getInt16(offset, true))).toEqual([0, 32_767, -32_767, 32_767])
})
