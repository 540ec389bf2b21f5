import { limits } from '@holdfast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abortedCall, registered } from '../../../test/aborted-calls.ts'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account?.close())

let devices = 0
const handset = async (): Promise<{ device_reference: string; token: string }> => {
  const device_reference = `GAP-${devices++}`
  return { device_reference, token: (await account.verified(device_reference)).access_token }
}

const gapsOf = (device_reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('sequence_gaps')
      .select([
        'gap_reference',
        'first_missing',
        'last_missing',
        'missing',
        'before_time',
        'after_time',
        'state',
        'explanation',
      ])
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .orderBy('first_missing')
      .execute(),
  )
const missingOf = async (device_reference: string) =>
  (await gapsOf(device_reference))
    .filter(({ state }) => state !== 'closed')
    .map(({ first_missing, last_missing }) => [first_missing, last_missing])

const timeOf = (sequence: number): string => abortedCall(sequence).payload_time

/** What must be missing once these numbers have arrived, whatever their order. */
const complementOf = (sequences: readonly number[]) =>
  [...sequences]
    .sort((a, b) => a - b)
    .flatMap((sequence, index, all) => {
      const before = all[index - 1]
      const first = before === undefined ? 0 : before + 1
      if (first === sequence) return []
      const before_time = before === undefined ? null : timeOf(before)
      return [{ first_missing: first, last_missing: sequence - 1, before_time, after_time: timeOf(sequence) }]
    })

/** Distinct numbers in any order, cut into batches, some of which arrive at the same time. */
const arrivals = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 }).chain((sequences) =>
  fc.record({
    sequences: fc.constant(sequences),
    lengths: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 30, maxLength: 30 }),
    together: fc.integer({ min: 1, max: 4 }),
  }),
)

const chunks = <T>(items: readonly T[], lengthAt: (index: number) => number): T[][] => {
  const cut: T[][] = []
  for (let start = 0; start < items.length; start += cut.at(-1)?.length ?? 1) {
    cut.push(items.slice(start, start + lengthAt(cut.length)))
  }
  return cut
}

describe('gaps in the numbers of a device', () => {
  it('are the complement of the numbers that arrived, in any order and at once', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ sequences, lengths, together }) => {
        const { device_reference, token } = await handset()
        const batches = chunks(sequences, (index) => lengths[index] ?? 1)
        for (const atOnce of chunks(batches, () => together)) {
          await Promise.all(
            atOnce.map((batch) =>
              registered(
                account,
                token,
                batch.map((sequence) => abortedCall(sequence)),
              ),
            ),
          )
        }
        const open = (await gapsOf(device_reference)).filter(({ state }) => state !== 'closed')
        expect(open).toMatchObject(complementOf(sequences))
      }),
      { numRuns: 40 },
    )
  })

  it('are kept for each of several devices that register at the same moment', async () => {
    const handsets = await Promise.all(Array.from({ length: 8 }, handset))
    await Promise.all(
      handsets.flatMap(({ token }, index) => [
        registered(account, token, [abortedCall(index + 3)]),
        registered(account, token, [abortedCall(1), abortedCall(index + 12)]),
      ]),
    )
    for (const [index, { device_reference }] of handsets.entries()) {
      expect(await missingOf(device_reference)).toEqual(
        complementOf([1, index + 3, index + 12]).map(({ first_missing, last_missing }) => [
          first_missing,
          last_missing,
        ]),
      )
    }
  })

  it('write nothing while numbers follow each other', async () => {
    const { device_reference, token } = await handset()
    await registered(account, token, [abortedCall(0), abortedCall(1)])
    await registered(account, token, [abortedCall(3), abortedCall(2)])
    expect(await gapsOf(device_reference)).toEqual([])
  })

  it('keep who explained them when they are split, and are kept as closed once all has arrived', async () => {
    const { device_reference, token } = await handset()
    await registered(account, token, [abortedCall(0), abortedCall(6)])
    const [gap] = await gapsOf(device_reference)
    const boss = await account.signIn('boss', 'Account Administrator')
    const explained = await account.server.call(
      'PUT',
      `/api/admin/v1/northwind/completeness/gaps/${gap?.gap_reference}/explanation`,
      { token: boss, body: { reason: 'switched_off', text: 'On leave' } },
    )
    expect(explained.status).toBe(200)
    await registered(account, token, [abortedCall(3)])
    expect(await gapsOf(device_reference)).toMatchObject([
      {
        gap_reference: gap?.gap_reference,
        first_missing: 1,
        last_missing: 2,
        state: 'explained',
        explanation: 'On leave',
      },
      { first_missing: 4, last_missing: 5, missing: 2, state: 'explained', explanation: 'On leave' },
    ])
    await registered(account, token, [abortedCall(5), abortedCall(1), abortedCall(4), abortedCall(2)])
    expect((await gapsOf(device_reference)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  it('refuse a number far above the next one', async () => {
    const { device_reference, token } = await handset()
    const time = '2026-01-01T00:00:00.000Z'
    await registered(account, token, [abortedCall(4, time)])
    const outcomeOf = async (sequence: number) => {
      const body = { items: [abortedCall(sequence, time)] }
      const answer = await account.call(token, 'POST', '/payloads', { body })
      const { items } = (await answer.json()) as { items: { result: string; code?: string; message?: string }[] }
      const [outcome] = items
      return outcome?.result === 'refused' ? [outcome.code, outcome.message] : outcome?.result
    }
    for (const sequence of [Number.MAX_SAFE_INTEGER - 1, 5 + limits.maxSequenceJump + 1]) {
      expect(await outcomeOf(sequence)).toEqual([
        'request.invalid',
        '/sequence must be at most 1000005: it is too far above next_sequence',
      ])
    }
    expect(await outcomeOf(5 + limits.maxSequenceJump)).toBe('registered')
    expect(await outcomeOf(6 + limits.maxSequenceJump)).toBe('registered')
    expect(await missingOf(device_reference)).toEqual([
      [0, 3],
      [5, 4 + limits.maxSequenceJump],
    ])
    const configuration = await account.call(token, 'GET', '/configuration')
    expect(await configuration.json()).toMatchObject({ next_sequence: 7 + limits.maxSequenceJump })
  })

  it('leave a refused recording missing', async () => {
    const { device_reference, token } = await handset()
    await registered(account, token, [abortedCall(0)])
    const wrong = { ...abortedCall(1), payload_type: 'Photo' }
    await account.call(token, 'POST', '/payloads', { body: { items: [wrong, abortedCall(2)] } })
    expect(await missingOf(device_reference)).toEqual([[1, 1]])
  })
})
