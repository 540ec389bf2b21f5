import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Listed, matchRecords, type Recorded } from './match-records.ts'

const base = Date.UTC(2026, 9, 1, 9)
const number = '+447700900801'
const listed = (key: string, fields: Partial<Listed> = {}): Listed => ({
  key,
  record_type: 'Call',
  direction: 'O',
  duration_s: 60,
  times: [base],
  time_tolerance_s: 60,
  isNumber: (other) => other === number,
  ...fields,
})
const recorded = (key: string, seconds: number, fields: Partial<Recorded> = {}): Recorded => ({
  key,
  record_type: 'Call',
  direction: 'O',
  duration_s: 60,
  time: base + seconds * 1000,
  numbers: [number],
  ...fields,
})
const pairs = (records: Listed[], recordings: Recorded[]) =>
  [...matchRecords(records, recordings)].map(([record, match]) => [record, match.recorded])

describe('a record is matched', () => {
  it('with the closest recording, within its tolerance', () => {
    expect(pairs([listed('a')], [recorded('1', -61), recorded('2', 60), recorded('3', -20)])).toEqual([['a', '3']])
    expect(pairs([listed('a')], [recorded('1', -61), recorded('2', 61)])).toEqual([])
  })

  it('with none of another number, type or direction', () => {
    expect(
      pairs(
        [listed('a')],
        [
          recorded('1', 0, { numbers: ['+447700900802'] }),
          recorded('2', 0, { record_type: 'SMS' }),
          recorded('3', 0, { direction: 'I' }),
        ],
      ),
    ).toEqual([])
  })

  it('with one whose number is not known only if no other has the same number', () => {
    const unknown = recorded('1', 0, { numbers: [] })
    expect(pairs([listed('a')], [unknown, recorded('2', 30)])).toEqual([['a', '2']])
    expect(pairs([listed('a')], [unknown])).toEqual([['a', '1']])
    expect(pairs([listed('a', { isNumber: null })], [recorded('2', 30)])).toEqual([['a', '2']])
  })

  it('by either time where clocks showed it twice', () => {
    const twice = listed('a', { times: [base, base + 3_600_000] })
    expect(matchRecords([twice], [recorded('1', 3605)]).get('a')).toMatchObject({ recorded: '1', time_difference_s: 5 })
  })

  it('with the difference of the durations', () => {
    expect(matchRecords([listed('a')], [recorded('1', 3, { duration_s: 45 })]).get('a')).toEqual({
      recorded: '1',
      time_difference_s: 3,
      duration_difference_s: -15,
    })
  })
})

describe('whatever the records and recordings', () => {
  const numbers = ['+447700900801', '+447700900802']
  const times = fc.integer({ min: 0, max: 40 })
  const record = fc.record({
    second: times,
    number: fc.constantFrom(...numbers, null),
    duration_s: fc.constantFrom(null, 10, 20),
    direction: fc.constantFrom('I' as const, 'O' as const, null),
    tolerance: fc.constantFrom(0, 5, 20),
  })
  const recording = fc.record({
    second: times,
    number: fc.constantFrom(...numbers, null),
    duration_s: fc.constantFrom(null, 10, 20),
    direction: fc.constantFrom('I' as const, 'O' as const, null),
  })
  const both = fc.record({
    records: fc.array(record, { maxLength: 12 }),
    recordings: fc.array(recording, { maxLength: 12 }),
  })
  const made = ({ records, recordings }: typeof both extends fc.Arbitrary<infer T> ? T : never) => ({
    records: records.map(({ second, number: other, tolerance, ...fields }, place) =>
      listed(`record ${place}`, {
        ...fields,
        times: [base + second * 1000],
        time_tolerance_s: tolerance,
        isNumber: other === null ? null : (one) => one === other,
      }),
    ),
    recordings: recordings.map(({ second, number: other, ...fields }, place) =>
      recorded(`recording ${place}`, second, { ...fields, numbers: other === null ? [] : [other] }),
    ),
  })

  it('each is in one pair at most, within the tolerance', () => {
    fc.assert(
      fc.property(both, (given) => {
        const { records, recordings } = made(given)
        const matches = matchRecords(records, recordings)
        const taken = [...matches.values()].map((match) => match.recorded)
        expect(new Set(taken).size).toBe(taken.length)
        for (const one of records) {
          const match = matches.get(one.key)
          if (match) expect(Math.abs(match.time_difference_s)).toBeLessThanOrEqual(one.time_tolerance_s)
        }
      }),
    )
  })

  it('the order of the input does not matter', () => {
    fc.assert(
      fc.property(both, fc.integer(), (given, seed) => {
        const { records, recordings } = made(given)
        const shuffled = <T>(items: T[]): T[] =>
          items
            .map((item, place) => ({ item, at: Math.sin(seed + place * 7919) }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item)
        const sorted = (matches: ReturnType<typeof matchRecords>) => [...matches].sort(([a], [b]) => (a < b ? -1 : 1))
        expect(sorted(matchRecords(shuffled(records), shuffled(recordings)))).toEqual(
          sorted(matchRecords(records, recordings)),
        )
      }),
    )
  })

  it('no record without a recording could have one that is free', () => {
    fc.assert(
      fc.property(both, (given) => {
        const { records, recordings } = made(given)
        const matches = matchRecords(records, recordings)
        const taken = new Set([...matches.values()].map((match) => match.recorded))
        const freeRecords = records.filter(({ key }) => !matches.has(key))
        const freeRecordings = recordings.filter(({ key }) => !taken.has(key))
        expect(matchRecords(freeRecords, freeRecordings).size).toBe(0)
      }),
    )
  })
})
