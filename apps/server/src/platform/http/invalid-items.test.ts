import { calls } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { samplePosition as position } from '../../../test/sample-position.ts'
import { inputCheck } from './validation.ts'

const check = inputCheck(calls.receivePositions)
const checked = (body: unknown) => check({ params: {}, query: {}, body })

describe('a list that is checked item by item', () => {
  it('keeps valid items, and reports the position and the first error of each other item', () => {
    const bad = { ...position, latitude: 'north', longitude: 'east' }
    const { gps_reference, latitude, longitude, timestamp, timezone } = bad
    const texts = { gps_reference, latitude, longitude, timestamp, timezone }
    const { body, invalid } = checked({ positions: [bad, position, null, position] })
    expect(body).toEqual({ positions: [position, position] })
    expect(invalid).toEqual([
      { index: 0, texts, message: '/latitude must be number' },
      { index: 2, texts: {}, message: 'must be object' },
    ])
  })

  it('says what would be valid, without a pattern', () => {
    const offset = { ...position, timestamp: '2026-01-31T12:00:00+01:00' }
    const messages = checked({ positions: [offset, { ...position, colour: 1 }] }).invalid.map(({ message }) => message)
    expect(messages).toEqual([
      '/timestamp must be a time in UTC such as 2026-01-31T12:00:00.000Z, with three digits of milliseconds or none',
      '/colour is not a known field',
    ])
  })

  it('has no errors when all items are valid', () => {
    expect(checked({ positions: [position] })).toMatchObject({ body: { positions: [position] }, invalid: [] })
  })

  it('shortens names and values that the caller invented, and keeps nothing else of an invalid item', () => {
    const [only] = checked({
      positions: [{ ...position, timezone: 'y'.repeat(1000), ['x'.repeat(1000)]: 'z' }],
    }).invalid
    expect(only?.message).toHaveLength(255)
    expect(only?.texts.timezone).toHaveLength(255)
    expect(Object.values(only?.texts ?? {})).not.toContain('z')
  })

  it.each([
    ['an empty list', { positions: [] }],
    ['too many', { positions: Array.from({ length: 101 }, () => null) }],
    ['no list', { positions: { 0: null } }],
    ['an unknown field beside the list', { positions: [null], more: 1 }],
    ['an unknown field with the name of an index', { positions: [position], 'positions/0/latitude': 1 }],
    ['no body', undefined],
  ])('%s makes the whole request invalid', (_what, body) => {
    expect(() => checked(body)).toThrow(expect.objectContaining({ code: 'request.invalid' }))
  })

  it('is checked as a whole where a call does not say otherwise', () => {
    const whole = inputCheck(calls.readPayloadStatuses)
    const body = { payload_references: ['short'] }
    expect(() => whole({ params: {}, query: {}, body })).toThrow(expect.objectContaining({ code: 'request.invalid' }))
  })
})
