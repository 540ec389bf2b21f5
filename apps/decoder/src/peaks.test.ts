import { describe, expect, it } from 'vitest'
import { Peaks } from './peaks.ts'

const rate = 1_000
/** A second of one amplitude. */
const second = (amplitude: number): Float32Array => new Float32Array(rate).fill(amplitude)

const peaksOf = (...seconds: readonly (readonly number[])[]): Peaks => {
  const peaks = new Peaks(seconds[0]?.length ?? 1, rate)
  for (const amplitudes of seconds) peaks.add(amplitudes.map(second))
  return peaks
}

describe('Peaks', () => {
  it('has 20 columns a second, the square root of the loudest amplitude', () => {
    const peaks = peaksOf([0.25], [-1])
    expect([...peaks.columns()]).toEqual([1, ...new Array(20).fill(128), ...new Array(20).fill(255)])
  })

  it('keeps channels apart, one after the other', () => {
    expect([...peaksOf([1, 0]).columns()]).toEqual([2, ...new Array(20).fill(255), ...new Array(20).fill(0)])
  })

  it('does not depend on how the samples are cut into frames', () => {
    const samples = Float32Array.from({ length: 7_777 }, (_, at) => Math.sin(at))
    const whole = new Peaks(1, rate)
    whole.add([samples])
    const inFrames = new Peaks(1, rate)
    for (let at = 0; at < samples.length; at += 160) inFrames.add([samples.subarray(at, at + 160)])
    expect(inFrames.columns()).toEqual(whole.columns())
    expect(whole.columns()).toHaveLength(1 + 156)
  })

  it('has at most 4,000 columns, and keeps the loudest', () => {
    const seconds = Array.from({ length: 1_000 }, (_, at) => [at === 500 ? 1 : 0])
    const columns = peaksOf(...seconds).columns()
    expect(columns).toHaveLength(1 + 4_000)
    expect(columns.indexOf(255)).toBe(1 + 2_000)
  })

  it('takes a part of a window at the end for a column', () => {
    const peaks = new Peaks(1, rate)
    peaks.add([new Float32Array(10).fill(1)])
    expect([...peaks.columns()]).toEqual([1, 255])
  })
})
