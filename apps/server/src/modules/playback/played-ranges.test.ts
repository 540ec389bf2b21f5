import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playedWithin, secondsSpent } from './played-ranges.ts'

const all = [{ from: 0, to: 1 }]
const range = (from_s: number, to_s: number, speed = 1) => ({ from_s, to_s, speed })

describe('what of a report is recorded', () => {
  it('lies within the recording', () => {
    expect(playedWithin([range(90, 300), range(120, 130)], all, 100)).toEqual([range(90, 100)])
  })

  it('lies within what was sent, or at most 5 % of the recording outside of it', () => {
    const served = [
      { from: 0, to: 0.1 },
      { from: 0.5, to: 0.6 },
    ]
    expect(playedWithin([range(0, 100)], served, 100)).toEqual([range(0, 15), range(45, 65)])
    expect(playedWithin([range(20, 40)], served, 100)).toEqual([])
  })

  it('is next to nothing of content of which single bytes were sent', () => {
    const served = Array.from({ length: 10 }, (_, tenth) => ({ from: tenth / 10, to: tenth / 10 + 0.0002 }))
    expect(secondsSpent(playedWithin([range(0, 100)], served, 100))).toBeLessThan(1)
  })

  it('may be anywhere in content of unknown length, if any of it was sent', () => {
    expect(playedWithin([range(5, 500)], [{ from: 0, to: 0.1 }], null)).toEqual([range(5, 500)])
    expect(playedWithin([range(5, 500)], [], null)).toEqual([])
  })

  it('is one range where ranges of the same speed overlap or touch', () => {
    const reported = [range(10, 20), range(0, 5), range(5, 8), range(12, 15), range(4, 12, 2)]
    expect(playedWithin(reported, all, 100)).toEqual([range(0, 8), range(4, 12, 2), range(10, 20)])
  })

  it('never overlaps at the same speed, and never takes longer than what was reported', () => {
    const position = fc.integer({ min: 0, max: 120 })
    const reports = fc.array(fc.record({ from_s: position, to_s: position, speed: fc.constantFrom(0.5, 1, 2) }))
    fc.assert(
      fc.property(reports, (reported) => {
        const played = playedWithin(reported, all, 100)
        const forward = reported.filter(({ from_s, to_s }) => to_s > from_s)
        expect(secondsSpent(played)).toBeLessThanOrEqual(secondsSpent(forward) + 1e-6)
        for (const one of played) {
          const same = played.filter((other) => other !== one && other.speed === one.speed)
          expect(same.every(({ from_s, to_s }) => to_s < one.from_s || from_s > one.to_s)).toBe(true)
        }
      }),
    )
  })
})

it('faster than the portal plays takes as long as its fastest', () => {
  expect(secondsSpent([range(0, 12, 2), range(0, 30, 16)])).toBe(6 + 10)
})
