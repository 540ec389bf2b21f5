import { expect, it } from 'vitest'
import { readPeaks } from './peaks.ts'

const second = (byte: number): number[] => new Array(20).fill(byte)

it('reads the channels of a waveform', () => {
  expect(readPeaks(Uint8Array.of(2, 255, 0, 0, 51), 1).channels).toEqual([
    [1, 0],
    [0, expect.closeTo(0.04)],
  ])
})

it('finds where no channel has sound for 2 seconds', () => {
  const left = [second(255), second(0), second(0), second(18), second(0)].flat()
  const right = [second(0), second(0), second(0), second(0), second(30)].flat()
  expect(readPeaks(Uint8Array.of(2, ...left, ...right), 5).silences).toEqual([{ start: 1, end: 4 }])
})

it('has no silence in a waveform without columns', () => {
  expect(readPeaks(Uint8Array.of(1), 0)).toEqual({ channels: [[]], silences: [], seconds: 0 })
})
