import {
  defaultRetentionSettings,
  type PayloadRetentionEntry,
  type RetentionRules,
  retentionPolicyPayloadTimestampTypes,
} from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freesAnything, longerOfBoth, payloadRulesFor } from './combine-rules.ts'
import { type Evidence, evaluate, isDue, madeUntil, type RetainedPayload } from './evaluate.ts'

const entry = (fields: Partial<PayloadRetentionEntry>): PayloadRetentionEntry => ({
  payload_type: 'Call',
  retention_timestamp: 'payload_time',
  delete_after_days: null,
  destroy_after_days: null,
  required_receipts: [],
  required_transfers: [],
  ...fields,
})

const call: RetainedPayload = {
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  payload_type: 'Call',
  is_legacy: false,
  is_personal_number: false,
  payload_time: '2026-01-01T10:00:00.000Z',
  registered_at: '2026-01-01T10:05:00.000Z',
  processed_at: '2026-01-02T00:00:00.000Z',
  transferred_at: null,
  receipt_confirmed_at: null,
}
const now = new Date('2026-06-01T12:00:00.000Z')
const nothing: Evidence = { receipts: new Set(), transfers: new Set() }

const factOf = (
  payloads: readonly PayloadRetentionEntry[],
  payload: RetainedPayload = call,
  evidence = nothing,
  at = now,
) => evaluate(payloadRulesFor(payloads, payload.payload_type), 3, payload, evidence, at)

describe('a recording is', () => {
  it.each<[string, PayloadRetentionEntry[], delete_at: string | null, destroy_at: string | null]>([
    ['kept without a policy', [], null, null],
    ['kept by an entry for another type', [entry({ payload_type: 'SMS', destroy_after_days: 0 })], null, null],
    ['kept by an entry without days', [entry({ destroy_after_days: 1 }), entry({})], null, null],
    ['due at the midnight after the last whole day', [entry({ delete_after_days: 10 })], '2026-01-12', null],
    ['due at once at midnight', [entry({ delete_after_days: 0 })], '2026-01-02', null],
    [
      'due after whole days from a midnight',
      [entry({ retention_timestamp: 'processed_at', destroy_after_days: 2 })],
      null,
      '2026-01-04',
    ],
    [
      'kept for the longest of several entries',
      [
        entry({ delete_after_days: 5, destroy_after_days: 30 }),
        entry({ delete_after_days: 9, destroy_after_days: 20 }),
        entry({ retention_timestamp: 'processed_at', delete_after_days: 7, destroy_after_days: 40 }),
      ],
      '2026-01-11',
      '2026-02-11',
    ],
  ])('%s', (_, payloads, delete_at, destroy_at) => {
    const fact = factOf(payloads)
    expect(fact.delete_at?.toISOString().slice(0, 10) ?? null).toBe(delete_at)
    expect(fact.destroy_at?.toISOString().slice(0, 10) ?? null).toBe(destroy_at)
  })

  it('kept while conditions are unmet, and says which', () => {
    const payloads = [
      entry({ destroy_after_days: 1, required_receipts: ['Archive', 'olga'], required_transfers: ['Nightly'] }),
    ]
    const confirmed = { receipts: new Set(['Archive']), transfers: new Set<string>() }
    const fact = factOf(payloads, call, confirmed)
    expect(fact.blocks).toMatchObject([
      { code: 'receipts', missing: ['olga'] },
      { code: 'transfers', missing: ['Nightly'] },
    ])
    expect(isDue(fact, 'destroy', now)).toBe(false)
    const all = { receipts: new Set(['Archive', 'olga']), transfers: new Set(['Nightly']) }
    expect(isDue(factOf(payloads, call, all), 'destroy', now)).toBe(true)
    expect(factOf(payloads, { ...call, is_personal_number: true }).blocks).toEqual([])
  })

  it.each<[string, Partial<PayloadRetentionEntry>, Partial<RetainedPayload>, string[]]>([
    ['never transferred', { retention_timestamp: 'transferred_at' }, {}, ['no_timestamp']],
    ['never confirmed', { retention_timestamp: 'receipt_confirmed_at' }, {}, ['no_timestamp']],
    ['from the future', {}, { payload_time: '2099-01-01T00:00:00.000Z' }, ['future_timestamp']],
    [
      'from a handset whose clock was set back',
      {},
      { payload_time: '1970-01-01T00:00:00.000Z' },
      ['unconfirmed_clock'],
    ],
    ['old and from the legacy platform', {}, { payload_time: '2020-01-01T00:00:00.000Z', is_legacy: true }, []],
  ])('kept and listed if it was %s', (_, rule, fields, codes) => {
    const fact = factOf([entry({ destroy_after_days: 1, ...rule })], { ...call, ...fields })
    expect(fact.blocks.map(({ code }) => code)).toEqual(codes)
    expect(isDue(fact, 'destroy', now)).toBe(codes.length === 0)
  })
})

const days = fc.option(fc.integer({ min: 0, max: 60 }), { nil: null })
const someEntry = fc
  .record({
    payload_type: fc.constantFrom('Call' as const, 'SMS' as const),
    retention_timestamp: fc.constantFrom(...retentionPolicyPayloadTimestampTypes),
    both: fc.tuple(days, days),
    required_receipts: fc.subarray(['Archive', 'olga']),
    required_transfers: fc.subarray(['Nightly']),
  })
  .map(({ both: [one, other], ...rest }): PayloadRetentionEntry => {
    const [delete_after_days, destroy_after_days] =
      one !== null && other !== null && other < one ? [other, one] : [one, other]
    return { ...rest, delete_after_days, destroy_after_days }
  })
const someEntries = fc.array(someEntry, { maxLength: 5 })
const someTime = fc.integer({ min: 0, max: 90 * 24 }).map((hours) => new Date(now.getTime() - hours * 3_600_000 - 1))
const stamp = someTime.map((time) => time.toISOString())
const somePayload: fc.Arbitrary<RetainedPayload> = fc.record({
  payload_reference: fc.constant(call.payload_reference),
  payload_type: fc.constantFrom('Call' as const, 'SMS' as const),
  is_legacy: fc.boolean(),
  is_personal_number: fc.boolean(),
  payload_time: stamp,
  registered_at: stamp,
  processed_at: fc.option(stamp),
  transferred_at: fc.option(stamp),
  receipt_confirmed_at: fc.option(stamp),
})
const someEvidence: fc.Arbitrary<Evidence> = fc.record({
  receipts: fc.subarray(['Archive', 'olga']).map((names) => new Set(names)),
  transfers: fc.subarray(['Nightly']).map((names) => new Set(names)),
})
const rules = (payloads: PayloadRetentionEntry[]): RetentionRules => ({
  entities: [],
  payloads,
  settings: defaultRetentionSettings,
  is_locked: false,
})
const steps = ['delete', 'destroy'] as const

describe('for any rules and recording', () => {
  it('nothing is destroyed before it is deleted', () => {
    fc.assert(
      fc.property(someEntries, somePayload, someEvidence, (payloads, payload, evidence) => {
        const { delete_at, destroy_at } = factOf(payloads, payload, evidence)
        expect(delete_at === null || destroy_at === null || destroy_at >= delete_at).toBe(true)
      }),
    )
  })

  it('a further entry never makes anything due', () => {
    fc.assert(
      fc.property(someEntries, someEntry, somePayload, someEvidence, (payloads, more, payload, evidence) => {
        fc.pre(payloads.some(({ payload_type }) => payload_type === payload.payload_type))
        const before = factOf(payloads, payload, evidence)
        const after = factOf([...payloads, more], payload, evidence)
        for (const step of steps) expect(isDue(after, step, now) && !isDue(before, step, now)).toBe(false)
      }),
    )
  })

  it('the longer of two policies makes due exactly what both make due', () => {
    fc.assert(
      fc.property(someEntries, someEntries, somePayload, someEvidence, (one, other, payload, evidence) => {
        const both = longerOfBoth(rules(one), rules(other)).payloads
        for (const step of steps) {
          expect(isDue(factOf(both, payload, evidence), step, now)).toBe(
            isDue(factOf(one, payload, evidence), step, now) && isDue(factOf(other, payload, evidence), step, now),
          )
        }
        expect(freesAnything(rules(one), longerOfBoth(rules(one), rules(other)))).toBe(false)
      }),
    )
  })

  it('what is said to free nothing frees nothing', () => {
    fc.assert(
      fc.property(someEntries, someEntries, somePayload, someEvidence, (one, other, payload, evidence) => {
        fc.pre(!freesAnything(rules(one), rules(other)))
        for (const step of steps) {
          const isFreed =
            isDue(factOf(other, payload, evidence), step, now) && !isDue(factOf(one, payload, evidence), step, now)
          expect(isFreed).toBe(false)
        }
      }),
    )
  })

  it('what is due was made before the time up to which candidates are read', () => {
    fc.assert(
      fc.property(someEntries, somePayload, someEvidence, (payloads, payload, evidence) => {
        // Later times are later: a handset whose clock is ahead keeps its recordings for longer.
        const times = [payload.processed_at, payload.transferred_at, payload.receipt_confirmed_at]
        fc.pre(times.every((time) => time === null || time >= payload.payload_time))
        const fact = factOf(payloads, payload, evidence)
        fc.pre(steps.some((step) => isDue(fact, step, now)))
        const until = madeUntil(payloadRulesFor(payloads, payload.payload_type), now)
        expect(until !== null && new Date(payload.payload_time) <= until).toBe(true)
      }),
    )
  })
})

describe('a change frees something if it', () => {
  const kept = rules([entry({ delete_after_days: 10, destroy_after_days: 20, required_receipts: ['Archive'] })])
  it.each<[string, RetentionRules, boolean]>([
    ['is the same', kept, false],
    [
      'keeps for longer',
      rules([entry({ delete_after_days: 10, destroy_after_days: 21, required_receipts: ['Archive'] })]),
      false,
    ],
    ['has no entry any more', rules([]), false],
    [
      'shortens one of two',
      rules([entry({ delete_after_days: 9, destroy_after_days: 25, required_receipts: ['Archive'] })]),
      true,
    ],
    ['asks for no receipt', rules([entry({ delete_after_days: 10, destroy_after_days: 20 })]), true],
    [
      'counts from another time',
      rules([
        entry({
          retention_timestamp: 'processed_at',
          delete_after_days: 10,
          destroy_after_days: 20,
          required_receipts: ['Archive'],
        }),
      ]),
      true,
    ],
    ['adds a type', rules([...kept.payloads, entry({ payload_type: 'SMS', destroy_after_days: 9999 })]), true],
    ['waits for less', { ...kept, settings: { ...defaultRetentionSettings, delay_days: 6 } }, true],
    ['lets runs destroy more', { ...kept, settings: { ...defaultRetentionSettings, run_share_percent: 2 } }, true],
    [
      'asks a second person sooner',
      { ...kept, settings: { ...defaultRetentionSettings, confirm_above_recordings: 1 } },
      false,
    ],
    ['ends other data', { ...kept, entities: [{ entity_type: 'GpsData', destroy_after_days: 1 }] }, true],
  ])('%s', (_, after, expected) => {
    expect(freesAnything(kept, after)).toBe(expected)
  })
})
