import { describe, expect, it } from 'vitest'
import { PlayedRanges } from './played-ranges.ts'

describe('what a player reports', () => {
  it('is each stretch between play, seek and pause', () => {
    const played = new PlayedRanges()
    played.begin(0, 1)
    played.advance(4)
    played.advance(9.75)
    played.begin(60, 1)
    played.advance(61)
    played.end()
    expect(played.take()).toEqual([
      { from_s: 0, to_s: 9.75, speed: 1 },
      { from_s: 60, to_s: 61, speed: 1 },
    ])
    expect(played.take()).toEqual([])
  })

  it('is one stretch if it goes on where it stopped, and another at another speed', () => {
    const played = new PlayedRanges()
    played.begin(0, 1)
    played.advance(5)
    played.begin(5.1, 1)
    played.advance(8)
    played.begin(8, 2)
    played.advance(12)
    played.end()
    expect(played.take()).toEqual([
      { from_s: 0, to_s: 8, speed: 1 },
      { from_s: 8, to_s: 12, speed: 2 },
    ])
  })

  it('goes on after a report while it plays', () => {
    const played = new PlayedRanges()
    played.begin(0, 1)
    played.advance(300)
    expect(played.take()).toEqual([{ from_s: 0, to_s: 300, speed: 1 }])
    played.advance(310)
    played.end()
    expect(played.take()).toEqual([{ from_s: 300, to_s: 310, speed: 1 }])
  })

  it('has nothing that was not played', () => {
    const played = new PlayedRanges()
    played.advance(3)
    played.begin(3, 1)
    played.end()
    expect(played.take()).toEqual([])
  })

  it('is nothing shorter than a hundredth of a second, as when somebody goes on at once', () => {
    const played = new PlayedRanges()
    played.begin(3, 1)
    played.advance(3.004)
    played.end()
    expect(played.take()).toEqual([])
  })

  it('is kept when it could not be reported', () => {
    const played = new PlayedRanges()
    played.begin(0, 1)
    played.advance(2)
    played.giveBack(played.take())
    expect(played.take()).toEqual([{ from_s: 0, to_s: 2, speed: 1 }])
  })
})
