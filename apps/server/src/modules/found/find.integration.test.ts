import type { Found } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { partiesOf, partiesStatement } from '../payloads/index.ts'

const base = '/api/client/v1/northwind/found'

let account: TestAccount<'ruth' | 'lena' | 'vera'>
let call: string

beforeAll(async () => {
  account = await anAccount()
    .withGroups('London', 'Lisbon', 'East London')
    .withRole('London alone', [
      {
        actions_matching: 'payloads:read|device.*:read|groups:read',
        is_regex: true,
        conditions: [{ names_matching: 'London' }],
      },
    ])
    .withPerson('ruth', 'Compliance Officer', 'Account Administrator')
    .withPerson('lena', 'London alone')
    .withPerson('vera', 'Auditor')
    .withDevice('LON-4711', 'London')
    .withDevice('LIS-4712', 'Lisbon')
    .open()
  await account.write(async (tx) => {
    await addRows(tx, 'device_users', [
      { device_user_reference: 'amelia.hart', group: 'London', first_name: 'Amelia', surname: 'Hart' },
      { device_user_reference: 'a.hartmann', group: 'Lisbon', first_name: 'Anna', surname: 'Hartmann' },
      { device_user_reference: 'hart', group: 'Lisbon', first_name: 'Zoé', surname: 'Small' },
      { device_user_reference: 'stewart', group: 'London', first_name: '100%', surname: 'Stewart_Lockhart' },
    ])
    await tx.db
      .updateTable('devices')
      .set({
        first_name: 'Amelia',
        surname: 'Hart',
        imeis: ['490154203237518'],
        phone_numbers: JSON.stringify([{ phone_number: '+447700900555', slot_index: 0 }]),
      })
      .where('client', '=', tx.client)
      .where('device_reference', '=', 'LON-4711')
      .execute()
  })
  call = await account.addCall(10, 'London')
  await account.addCall(11, 'Lisbon')
  await account.write((tx) =>
    addRows(tx, 'payload_numbers', [
      { number: '+447700900123', group: 'London', payload_reference: call },
      { number: '+447700900124', group: 'London', payload_reference: call },
      { number: '+447700900123', group: 'Lisbon', payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F11' },
      { number: '+447700900999', group: 'Lisbon', payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F11' },
      { number: 'HSBC', group: 'Lisbon', payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F11', payload_type: 'SMS' },
    ]),
  )
  await addParties('London', '+447700900123', 'João Hartmann')
  await addParties('London', '+447700900124')
  await addParties('Lisbon', '+447700900123', 'Joana at Globex')
  await addParties('Lisbon', '+447700900999', '1st Łódź-Bank')
  await addParties('Lisbon', 'HSBC')
  await addParties('Lisbon', '+79161234567', 'ЯРОСЛАВ (Straße)')
  await addParties('London', 'sip:+5521987650042@ims.example')
  await addParties('London', '+447700900124')
})
afterAll(() => account?.close())

const addParties = (group: string, number: string, ...names: (string | undefined)[]) =>
  account.write((tx) =>
    tx.executeAll(
      (names.length ? names : [undefined]).map((name) =>
        partiesStatement(
          tx.client,
          partiesOf({
            group,
            payload_type: 'Call',
            numbers: [number],
            meta: { second_parties: [{ phone_number: number, name }] },
          }),
        ),
      ),
    ),
  )

const found = async (text: string, person: keyof typeof account.tokens = 'ruth', query = ''): Promise<string[]> => {
  const path = `${base}?text=${encodeURIComponent(text)}${query}`
  const { items } = await account.server.getJson<{ items: Found[] }>(path, account.tokens[person])
  return items.map(({ kind, reference }) => `${kind} ${reference}`)
}

describe('what a text finds', () => {
  it.each([
    ['amelia h', ['device_user amelia.hart', 'device LON-4711']],
    [
      'HART',
      [
        'device_user amelia.hart',
        'device_user hart',
        'device_user a.hartmann',
        'device_user stewart',
        'device LON-4711',
        'number +447700900123',
      ],
    ],
    ['artman', ['device_user a.hartmann']],
    ['ZOE', ['device_user hart']],
    ['zoë', ['device_user hart']],
    ['100%', ['device_user stewart']],
    ['t_l', ['device_user stewart']],
    ['%', ['device_user stewart']],
    ['4711', ['device LON-4711']],
    ['0154203', ['device LON-4711']],
    ['00555', ['device LON-4711']],
    ['+44 7700 900 12', ['number +447700900123', 'number +447700900124']],
    ['4477009009', ['number +447700900999']],
    ['HSB', ['number HSBC']],
    ['hsb', ['number HSBC']],
    ['00123', ['number +447700900123']],
    ['07700 900 12', ['number +447700900123', 'number +447700900124']],
    ['+44 (0)7700 900123', ['number +447700900123']],
    ['0099', ['number +447700900999']],
    ['009001', ['number +447700900123', 'number +447700900124']],
    ['12', ['device LIS-4712']],
    ['joao', ['number +447700900123']],
    ['Joana at', ['number +447700900123']],
    ['globe', ['number +447700900123']],
    ['lodz bank', ['number +447700900999']],
    ['1st', ['number +447700900999']],
    ['ярослав', ['number +79161234567']],
    ['strasse', ['number +79161234567']],
    ['8 (916) 123-45-67', ['number +79161234567']],
    ['tel:+7-916-123-45-67', ['number +79161234567']],
    ['+٧٩١٦١٢٣', ['number +79161234567']],
    ['０７７００ ９００１２４', ['number +447700900124']],
    ['141 07700 900124', ['number +447700900124']],
    ['98765-0042', ['number sip:+5521987650042@ims.example']],
    ['(21) 98765-0042', ['number sip:+5521987650042@ims.example']],
    ['loba', []],
    ['ame ha', ['device_user amelia.hart', 'device LON-4711']],
    ['HÁRT  âme', ['device_user amelia.hart', 'device LON-4711']],
    ['mel ha', []],
    ['small, hart zo', ['device_user hart']],
    ['har jo', ['number +447700900123']],
    ['glo jo', ['number +447700900123']],
    ['lon ea', ['group East London']],
    ['al lon', ['role London alone']],
    ['london', ['group London', 'group East London', 'role London alone']],
    ['len', ['portal_user lena']],
    ['ZZ top', []],
    ['  amelia hart  ', ['device_user amelia.hart', 'device LON-4711']],
  ])('%s', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  it('a recording by its reference, typed in either case', async () => {
    expect(await found(call)).toEqual([`payload ${call}`])
    expect(await found(call.toLowerCase())).toEqual([`payload ${call}`])
    expect(await found(call.slice(0, -1))).toEqual([])
  })

  it('only the kinds that are asked for', async () => {
    expect(await found('london', 'ruth', '&kinds[0]=role')).toEqual(['role London alone'])
    expect(await found('amelia', 'ruth', '&kinds[0]=device&kinds[1]=group')).toEqual(['device LON-4711'])
  })

  it('names people, and says of what type a recording is', async () => {
    const read = async (text: string) =>
      (await account.server.getJson<{ items: Found[] }>(`${base}?text=${text}`, account.tokens.ruth)).items[0]
    expect(await read('amelia')).toEqual({
      kind: 'device_user',
      reference: 'amelia.hart',
      name: 'Amelia Hart',
      payload_type: null,
    })
    expect(await read(call)).toEqual({ kind: 'payload', reference: call, name: null, payload_type: 'Call' })
  })
})

describe('somebody who sees one group', () => {
  it.each([
    ['hart', ['device_user amelia.hart', 'device_user stewart', 'device LON-4711', 'number +447700900123']],
    ['li', ['device_user amelia.hart', 'device LON-4711']],
    ['47', ['device LON-4711']],
    ['4477', ['device LON-4711', 'number +447700900123', 'number +447700900124']],
    ['HSBC', []],
    ['90012', ['number +447700900123', 'number +447700900124']],
    ['0999', []],
    ['Joana', []],
    ['globex', []],
    ['joão h', ['number +447700900123']],
    ['h joão', ['number +447700900123']],
    ['glo jo', []],
    ['hart ze', []],
    ['London', ['group London']],
    ['ruth', []],
    ['Auditor', []],
    ['01ARZ3NDEKTSV4RRFFQ69G5F11', []],
  ])('%s', async (text, expected) => {
    expect(await found(text, 'lena')).toEqual(expected)
  })

  it('gets at most eight of each kind, the best first', async () => {
    await account.write((tx) =>
      addRows(
        tx,
        'device_users',
        Array.from({ length: 20 }, (_, index) => ({
          device_user_reference: `same.${String(index).padStart(2, '0')}.pereira`,
          group: index < 12 ? 'London' : 'Lisbon',
          surname: index === 11 ? 'Pereira' : 'Other',
        })),
      ),
    )
    const people = await found('pereira', 'lena', '&kinds[0]=device_user')
    expect(people).toHaveLength(8)
    expect(people[0]).toBe('device_user same.11.pereira')
  })

  it('is told of which kinds there are more, not counting what they do not see', async () => {
    const more = async (text: string) =>
      (
        await account.server.getJson<{ more: string[] }>(
          `${base}?text=${encodeURIComponent(text)}`,
          account.tokens.lena,
        )
      ).more
    expect(await more('pereira')).toEqual(['device_user'])
    expect(await more('hart')).toEqual([])
    for (let last = 1; last <= 9; last++) {
      await addParties(last < 9 ? 'London' : 'Lisbon', `+5511987650${last}`, `Person ${last} of Counted House`)
    }
    for (const text of ['551198765', 'counted', 'hou per']) expect(await more(text)).toEqual([])
    await addParties('London', '+55119876599', 'Person 99 of Counted House')
    for (const text of ['1198765', 'counted', 'hou per']) expect(await more(text)).toEqual(['number'])
  })
})

describe('no number hides another', () => {
  it.each(['ruth', 'lena'] as const)('by its repeated digits, from %s', async (person) => {
    for (let first = 1; first <= 7; first++) await addParties('London', `+${first}${'0'.repeat(31)}`)
    await addParties('London', '+61111000099')
    const numbers = await found('0000', person, '&kinds[0]=number')
    expect(numbers).toHaveLength(8)
    expect(numbers).toContain('number +61111000099')
  })

  it.each([9, 300])('by %i names', async (count) => {
    const names = Array.from({ length: count }, (_, index) => `Quillon${count} A${index}`)
    await addParties('London', `+3519${count}1`, ...names)
    await addParties('London', `+3519${count}2`, `Quillon${count} Zed`)
    await addParties('Lisbon', `+3519${count}3`, `Quillon${count} Zoe`)
    const [first, second, third] = [1, 2, 3].map((last) => `number +3519${count}${last}`)
    expect(await found(`quillon${count}`)).toEqual([first, second, third])
    expect(await found(`quillon${count}`, 'lena')).toEqual([first, second])
  })
})

it('finds nothing for somebody who may see nothing of the kind', async () => {
  for (const text of ['4711', '4477', 'London', 'Auditor', call]) expect(await found(text, 'vera')).toEqual([])
})

it('is one entry on the trail, without what was typed', async () => {
  await found('unheard of', 'lena')
  const entries = await account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'parameters', 'is_allowed'])
      .where('client', '=', tx.client)
      .where('call', '=', 'GET /found')
      .orderBy('log_id', 'desc')
      .limit(1)
      .execute(),
  )
  expect(entries[0]).toEqual({
    user_id: 'lena',
    parameters: { client: 'northwind', has_words: true },
    is_allowed: true,
  })
})

it('a number is named as the party by whose name it was found, else by a name from recordings that the caller may read', async () => {
  const read = async (text: string, person: 'ruth' | 'lena') =>
    (await account.server.getJson<{ items: Found[] }>(`${base}?text=${text}&kinds[0]=number`, account.tokens[person]))
      .items
  const number = { kind: 'number', reference: '+447700900123', payload_type: null }
  expect(await read('joao', 'ruth')).toEqual([{ ...number, name: 'João Hartmann' }])
  expect(await read('0123', 'ruth')).toEqual([{ ...number, name: 'Joana at Globex' }])
  expect(await read('0123', 'lena')).toEqual([{ ...number, name: 'João Hartmann' }])
  expect(await read('00124', 'ruth')).toEqual([{ ...number, reference: '+447700900124', name: null }])
})
