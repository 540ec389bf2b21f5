import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DateOnly, DateParameter, Schedule, spanOfDateParameter, Timestamp } from '../src/index.ts'
import { accepts } from './both-validators.ts'

const rows = {
  Timestamp: {
    schema: Timestamp,
    passes: [
      '1999-01-01T16:50:00Z',
      '1999-01-01 16:50:00',
      '1999-01-01T16:50:00.123Z',
      '1999-01-01T00:00:00.000',
      '2024-02-29T23:59:59Z',
    ],
    refused: [
      '',
      '1999-01-01',
      '1999-13-01T00:00:00Z',
      '1999-01-32T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '1999-01-01T24:00:00Z',
      '1999-01-01T00:60:00Z',
      '1999-01-01T00:00:00+01:00',
      '1999-01-01T00:00:00.1Z',
      '1999-01-01T00:00:00Z\n',
      '0000-01-01T00:00:00Z',
    ],
  },
  Date: {
    schema: DateOnly,
    passes: ['1999-01-01', '2000-02-29', '9999-12-31'],
    refused: ['', '1999-1-1', '1999-01-01-165000', '1999-04-31', '2100-02-29', '1999-01-01\n', '١٩٩٩-٠١-٠١'],
  },
  DateParameter: {
    schema: DateParameter,
    passes: ['1999-01-01', '1999-01-01-165000', '1999-01-01-235959'],
    refused: ['', '1999-01-01-', '1999-01-01-16500', '1999-01-01-1650000', '1999-01-01-246000', '1999-01-01T165000'],
  },
  Schedule: {
    schema: Schedule,
    passes: [
      '',
      'rate(1 minute)',
      'rate(5 hours)',
      'rate(30 days)',
      'cron(0 8 ? * MON-FRI *)',
      'cron(0/15 * * * ? 2025)',
    ],
    refused: [
      'rate(5)',
      'rate(0 minutes)',
      'rate(1 hours)',
      'rate(5 hour)',
      'cron(0 8 * * *)',
      '0 8 * * *',
      'cron()',
      ' ',
    ],
  },
}

describe.each(Object.entries(rows))('%s', (_, { schema, passes, refused }) => {
  it.each(passes)('accepts %j', (value) => expect(accepts(schema, value)).toBe(true))
  it.each(refused)('refuses %j', (value) => expect(accepts(schema, value)).toBe(false))
})

describe('dates', () => {
  it('of every instant that JavaScript can write are accepted', () => {
    const instants = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(fc.property(instants, (instant) => accepts(Timestamp, instant.toISOString())))
  })

  it('that no calendar has are refused, and no others', () => {
    for (const year of ['1900', '2000', '2023', '2024', '2100', '2400']) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const instant = new Date(`${date}T00:00:00Z`)
          const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
          expect([date, accepts(DateOnly, date)]).toEqual([date, exists])
        }
      }
    }
  })
})

describe('spanOfDateParameter', () => {
  it.each([
    // The database cannot read the next day.
    ['9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['2025-01-31', '2025-01-31T00:00:00.000Z', '2025-02-01T00:00:00.000Z'],
    ['2025-12-31-235959', '2025-12-31T23:59:59.000Z', '2026-01-01T00:00:00.000Z'],
    ['1999-01-01-165000', '1999-01-01T16:50:00.000Z', '1999-01-01T16:50:01.000Z'],
  ])('of %s covers %s until before %s', (value, from, until) => {
    expect(spanOfDateParameter(value)).toEqual({ from, until })
  })
})
