import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRun, nextRuns, type ParsedSchedule, parseSchedule, runAfter } from './schedule.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const parse = (schedule: string, time_zone = 'UTC'): ParsedSchedule => {
  const parsed = parseSchedule(schedule, time_zone)
  if (!parsed) throw new Error(`${schedule} is no schedule`)
  return parsed
}

const runs = (schedule: string, time_zone: string, from: string, count: number) =>
  nextRuns(parse(schedule, time_zone), new Date(from), count).map((run) => run.toISOString().slice(0, 16))

describe('a cron expression', () => {
  test.each([
    ['cron(0 8 ? * MON-FRI *)', ['2025-10-27T08:00', '2025-10-28T08:00', '2025-10-29T08:00']],
    ['cron(0 8 ? * 2-6 *)', ['2025-10-27T08:00', '2025-10-28T08:00', '2025-10-29T08:00']],
    ['cron(0/20 23 * * ? *)', ['2025-10-25T23:40', '2025-10-26T23:00', '2025-10-26T23:20']],
    ['cron(15 10 ? * 6L *)', ['2025-10-31T10:15', '2025-11-28T10:15', '2025-12-26T10:15']],
    ['cron(15 10 ? * FRIL *)', ['2025-10-31T10:15', '2025-11-28T10:15', '2025-12-26T10:15']],
    ['cron(15 10 ? * 3#2 *)', ['2025-11-11T10:15', '2025-12-09T10:15', '2026-01-13T10:15']],
    ['cron(0 0 L * ? *)', ['2025-10-31T00:00', '2025-11-30T00:00', '2025-12-31T00:00']],
    ['cron(0 0 15W * ? *)', ['2025-11-14T00:00', '2025-12-15T00:00', '2026-01-15T00:00']],
    ['cron(0 0 29 2 ? *)', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
    ['cron(0 0 1 JAN ? 2027-2028)', ['2027-01-01T00:00', '2028-01-01T00:00']],
  ])('%s runs at %j', (schedule, times) => {
    expect(runs(schedule, 'UTC', '2025-10-25T23:30Z', 3)).toEqual(times)
  })

  test.each(['cron(0 0 30 2 ? *)', 'cron(0 0 1 1 ? 2020)'])('%s never runs', (schedule) => {
    expect(nextRun(parse(schedule), new Date('2025-10-25T00:00Z'))).toBeNull()
  })

  test.each([
    'cron(0 0 ? * ? *)',
    'cron(0 0 1 * MON *)',
    'cron(0 0 * * * *)',
    'cron(60 0 * * ? *)',
    'cron(0 24 * * ? *)',
    'cron(0 0 32 * ? *)',
    'cron(0 0 1 13 ? *)',
    'cron(0 0 ? * 8 *)',
    'cron(0 0 ? * 0 *)',
    'cron(5-1 0 * * ? *)',
    'cron(0/0 0 * * ? *)',
    'cron(? 0 * * ? *)',
    'cron(0 0 ?/2 * MON *)',
    'cron(0 0 XYZ * ? *)',
    'cron(0 0 1 * ? 99999)',
  ])('%s is none', (schedule) => {
    expect(parseSchedule(schedule, 'UTC')).toBeNull()
  })

  test('runs right after an hour that is left out, and once in an hour that exists twice', () => {
    expect(runs('cron(30 2 * * ? *)', 'Europe/Berlin', '2025-03-29T12:00Z', 2)).toEqual([
      '2025-03-30T01:00',
      '2025-03-31T00:30',
    ])
    expect(runs('cron(0/30 2 * * ? *)', 'Europe/Berlin', '2025-03-29T12:00Z', 2)).toEqual([
      '2025-03-30T01:00',
      '2025-03-31T00:00',
    ])
    expect(runs('cron(30 2 * * ? *)', 'Europe/Berlin', '2025-10-25T12:00Z', 2)).toEqual([
      '2025-10-26T00:30',
      '2025-10-27T01:30',
    ])
  })

  test('of every hour goes on in an hour that exists twice', () => {
    expect(runs('cron(0/30 * * * ? *)', 'Europe/Berlin', '2025-10-25T23:45Z', 4)).toEqual([
      '2025-10-26T00:00',
      '2025-10-26T00:30',
      '2025-10-26T01:00',
      '2025-10-26T01:30',
    ])
  })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Chatham',
]

const some = (values: readonly string[]) => fc.constantFrom(...values)

/** Fields that the reference below understands, too. */
const cronFields = fc.record({
  minute: some(['0', '30', '5,35', '0/15', '10-50/20']),
  hour: some(['*', '0', '1', '2', '3', '0/2', '1-3', '22,23']),
  weekday: some(['?', 'SUN', 'MON-FRI', '1,7']),
})

const from2015to2030 = fc
  .integer({ min: Date.UTC(2015, 0, 1) / minuteMs, max: Date.UTC(2030, 0, 1) / minuteMs })
  .map((minutes) => new Date(minutes * minuteMs))

describe('the chain of windows', () => {
  test('has each moment once, whenever somebody asks for the next time, in many time zones over 15 years', () => {
    fc.assert(
      fc.property(
        cronFields,
        some(zones),
        from2015to2030,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fields, zone, from, part) => {
          const schedule = parse(
            `cron(${fields.minute} ${fields.hour} ${fields.weekday === '?' ? '*' : '?'} * ${fields.weekday} *)`,
            zone,
          )
          const times = nextRuns(schedule, from, 12)
          expect(times).toHaveLength(12)
          for (const [place, time] of times.entries()) {
            const before = times[place - 1] ?? from
            expect(time.getTime()).toBeGreaterThan(before.getTime())
            expect(time.getTime() % minuteMs).toBe(0)
            // Seconds are whole: croner knows no parts of them.
            const between =
              Math.floor((before.getTime() + part * (time.getTime() - 1 - before.getTime())) / 1000) * 1000
            expect(nextRun(schedule, new Date(Math.max(between, before.getTime())))).toEqual(time)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('is caught up by one window after a time without a worker', () => {
    const due = new Date('2026-01-01T00:00Z')
    const rate = parse('rate(30 minutes)')
    expect(runAfter(rate, due, new Date('2026-01-01T00:00:10Z'))).toEqual(new Date('2026-01-01T00:30Z'))
    expect(runAfter(rate, due, new Date('2026-01-01T05:12:10Z'))).toEqual(new Date('2026-01-01T05:42Z'))
    const daily = parse('cron(0 0 * * ? *)')
    expect(runAfter(daily, due, new Date('2026-01-04T10:00Z'))).toEqual(new Date('2026-01-05T00:00Z'))
    expect(runAfter(parse(''), due, due)).toBeNull()
  })
})

/** Reads a zone minute by minute, with the hours that are left out and exist twice. */
const referenceRuns = (
  fields: { minute: string; hour: string; weekday: string },
  zone: string,
  from: Date,
  until: Date,
) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  /** The local time as if it were UTC. */
  const localOf = (at: number): number => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year ?? 0, (part.month ?? 0) - 1, part.day, part.hour, part.minute)
  }
  const matches = (local: number): boolean => {
    const at = new Date(local)
    const isDay = { '?': [0, 1, 2, 3, 4, 5, 6], SUN: [0], 'MON-FRI': [1, 2, 3, 4, 5], '1,7': [0, 6] }[fields.weekday]
    return (
      isDay?.includes(at.getUTCDay()) === true &&
      (valuesOf[fields.hour] ?? []).includes(at.getUTCHours()) &&
      (valuesOf[fields.minute] ?? []).includes(at.getUTCMinutes())
    )
  }
  const isFixed = fields.hour !== '*'
  const found: string[] = []
  let latest = localOf(from.getTime() - 6 * hourMs)
  for (let at = from.getTime() - 6 * hourMs; at <= until.getTime(); at += minuteMs) {
    const local = localOf(at)
    const isGap = local > latest + minuteMs
    const skipped = isGap
      ? Array.from({ length: (local - latest) / minuteMs - 1 }, (_, place) => latest + (place + 1) * minuteMs)
      : []
    const isRepeated = local <= latest
    if (isFixed ? skipped.some(matches) || (!isRepeated && matches(local)) : matches(local)) {
      if (at > from.getTime()) found.push(new Date(at).toISOString())
    }
    latest = Math.max(latest, local)
  }
  return found
}

const range = (from: number, until: number, step = 1) =>
  Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, place) => from + place * step)

const valuesOf: Record<string, number[]> = {
  '0': [0],
  '30': [30],
  '5,35': [5, 35],
  '0/15': range(0, 59, 15),
  '10-50/20': [10, 30, 50],
  '*': range(0, 23),
  '1': [1],
  '2': [2],
  '3': [3],
  '0/2': range(0, 23, 2),
  '1-3': [1, 2, 3],
  '22,23': [22, 23],
}

test('agrees with a calendar that is read minute by minute, around the changes of the clocks', () => {
  const changes = [
    ['Europe/Berlin', '2025-03-29T20:00Z'],
    ['Europe/Berlin', '2025-10-25T18:00Z'],
    ['America/New_York', '2026-03-08T00:00Z'],
    ['America/New_York', '2026-11-01T00:00Z'],
    ['America/Havana', '2025-03-08T20:00Z'],
    ['America/Havana', '2025-11-01T22:00Z'],
    ['America/Sao_Paulo', '2018-11-03T20:00Z'],
    ['Australia/Lord_Howe', '2025-10-04T08:00Z'],
    ['Australia/Lord_Howe', '2025-04-05T08:00Z'],
    ['Pacific/Apia', '2020-09-26T08:00Z'],
    ['Asia/Kathmandu', '2025-01-01T00:00Z'],
  ] as const
  fc.assert(
    fc.property(cronFields, fc.constantFrom(...changes), (fields, [zone, start]) => {
      const [from, until] = [new Date(start), new Date(Date.parse(start) + dayMs)]
      const day = fields.weekday === '?' ? '*' : '?'
      const schedule = parse(`cron(${fields.minute} ${fields.hour} ${day} * ${fields.weekday} *)`, zone)
      const found: string[] = []
      for (let run = nextRun(schedule, from); run && run <= until; run = nextRun(schedule, run))
        found.push(run.toISOString())
      expect(found).toEqual(referenceRuns(fields, zone, from, until))
    }),
    { numRuns: 60 },
  )
})
