import type { PersonalNumbersChanged, PersonalNumbersPreview } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows, type NewRow } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything with numbers, and reads calls of London. olga reads all recordings, but changes no numbers. */
let account: AccountWithHandsets
let boss: string
let olga: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('Numbers', [
    { actions_matching: 'personal_numbers:*' },
    { actions_matching: 'payloads:read', conditions: [{ names_matching: 'London' }] },
  ])
  boss = await account.signIn('boss', 'Numbers')
  olga = await account.signIn('olga', 'Reviewer')
})
afterAll(() => account?.close())

const address = '/api/client/v1/northwind/personal_numbers'
const doctor = '+447700900001'

const send = async <T>(method: 'PUT' | 'DELETE' | 'POST', path: string, body: object): Promise<T> => {
  const answer = await account.server.call(method, path, { token: boss, body })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

describe('a recording is personal by when it was made, whenever it arrives', () => {
  let sequence = 0
  const made = async (token: string, at: number, number = doctor): Promise<boolean> => {
    const payload_reference = ulid()
    const item = {
      payload_reference,
      payload_type: 'AbortedCall',
      payload_state: 'NotRecorded',
      payload_time: new Date(at).toISOString(),
      sequence: sequence++,
      numbers: [number],
      meta: { second_parties: [{ phone_number: number }] },
    }
    const response = await account.call(token, 'POST', '/payloads', { body: { items: [item] } })
    expect(await response.json()).toMatchObject({ items: [{ result: 'registered' }] })
    return isPersonal(payload_reference)
  }
  const isPersonal = (payload_reference: string) =>
    account.read(async (tx) => {
      const row = await tx.db
        .selectFrom('payloads')
        .select('is_personal_number')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .executeTakeFirstOrThrow()
      return row.is_personal_number
    })

  it('from the moment at which the number is added until it is removed, by the clock of the handset', async () => {
    const { access_token: token } = await account.verified('ANA-1')
    const change = { device_user_reference: 'ana.reis', numbers: [doctor], reason: 'Her doctor' }
    expect(await made(token, Date.now())).toBe(false)
    const [added] = (await send<PersonalNumbersChanged>('PUT', address, change)).items
    const from = Date.parse(added?.record?.created_at ?? '')
    expect(await made(token, from - 1)).toBe(false)
    expect(await made(token, from)).toBe(true)
    expect(await made(token, from, '07700 900001')).toBe(true)
    expect(await made(token, from, '+447700900002')).toBe(false)
    const aheadMs = 24 * 60 * 60 * 1000
    expect(await made(token, from + aheadMs)).toBe(true)

    const [removed] = (await send<PersonalNumbersChanged>('DELETE', address, change)).items
    const until = Date.parse(removed?.record?.deleted_at ?? '')
    expect(await made(token, until - 1)).toBe(true)
    expect(await made(token, from)).toBe(true)
    expect(await made(token, until)).toBe(false)
    expect(await made(token, from + aheadMs)).toBe(false)
  })

  it('and stays as it was when a number is added or removed later', async () => {
    const { access_token: token } = await account.verified('ANA-2')
    const number = '+447700900003'
    const change = { device_user_reference: 'ana.reis', numbers: [number], reason: 'Her school' }
    const callsWith = (is_personal_number: boolean) =>
      account.read((tx) =>
        tx.db
          .selectFrom('payloads')
          .select('payload_reference')
          .where('client', '=', tx.client)
          .where('device_reference', '=', 'ANA-2')
          .where('is_personal_number', '=', is_personal_number)
          .execute(),
      )
    await made(token, Date.now() - 1000, number)
    await send('PUT', address, change)
    await made(token, Date.now() + 1000, number)
    const before = [await callsWith(true), await callsWith(false)]
    expect(before).toMatchObject([[{}], [{}]])
    await send('DELETE', address, change)
    expect([await callsWith(true), await callsWith(false)]).toEqual(before)
  })
})

describe('the preview', () => {
  const preview = (numbers: string[], device_user_reference = 'gus.moor') =>
    send<PersonalNumbersPreview>('POST', `${address}/preview`, { device_user_reference, numbers })
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

  beforeAll(async () => {
    await account.onboard('gus.moor')
    await account.onboard('ivy.park')
    const call = (fields: Partial<NewRow<'payloads'>>): NewRow<'payloads'> => ({
      device_reference: 'GUS-1',
      device_user_reference: 'gus.moor',
      group: 'London',
      numbers: [doctor],
      ...fields,
    })
    await account.write(async (tx) => {
      await addRows(tx, 'devices', [{ device_reference: 'GUS-1', device_user_reference: 'gus.moor', group: 'London' }])
      await addRows(tx, 'payloads', [
        call({ payload_time: daysAgo(1) }),
        call({ payload_time: daysAgo(2), numbers: ['07700 900001', '+447700900009'] }),
        call({ payload_time: daysAgo(89), numbers: ['0044 7700 900001'] }),
        call({ payload_time: daysAgo(91) }),
        call({ payload_time: daysAgo(1), group: 'Lisbon' }),
        call({ payload_time: daysAgo(1), device_user_reference: 'ivy.park' }),
      ])
    })
  })

  it('counts what the person had with each number in 90 days, however it was dialled', async () => {
    const { items, is_capped } = await preview([doctor, '+447700900009', '+447700900008', doctor])
    expect(is_capped).toBe(false)
    expect(items).toMatchObject([
      { personal_number: doctor, recordings: 3, is_active: false },
      { personal_number: '+447700900009', recordings: 1 },
      { personal_number: '+447700900008', recordings: 0, last_time: null },
    ])
    expect(Date.parse(items[0]?.last_time ?? '')).toBeGreaterThan(daysAgo(1.1).getTime())
  })

  it('tells which numbers are personal already, and changes nothing', async () => {
    const change = { device_user_reference: 'ivy.park', numbers: [doctor], reason: 'Her doctor' }
    await send('PUT', address, change)
    expect((await preview([doctor], 'ivy.park')).items).toMatchObject([{ is_active: true, recordings: 1 }])
    expect((await preview([doctor])).items).toMatchObject([{ is_active: false }])
  })

  it('is for people who may change the numbers of that person', async () => {
    const asked = (token: string, device_user_reference: string) =>
      account.server.call('POST', `${address}/preview`, { token, body: { device_user_reference, numbers: [doctor] } })
    expect(await outcomeOf(await asked(olga, 'gus.moor'))).toEqual([403, 'auth.forbidden'])
    expect(await outcomeOf(await asked(boss, 'no.body'))).toEqual([404, 'request.not_found'])
    expect(await outcomeOf(await asked('', 'gus.moor'))).toEqual([401, 'auth.required'])
    await account.addRole('Lisbon numbers', [
      { actions_matching: 'personal_numbers:*', conditions: [{ names_matching: 'Lisbon' }] },
    ])
    const liv = await account.signIn('liv', 'Lisbon numbers')
    expect(await outcomeOf(await asked(liv, 'gus.moor'))).toEqual([404, 'request.not_found'])
  })
})
