import type { Conversation, Payload } from '@holdfast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { legacyReference } from './payloads/legacy-reference.ts'

let account: AccountWithExports
let reader: string

beforeAll(async () => {
  account = await AccountWithExports.open()
  reader = await account.account.signIn('rita', 'Reviewer')
})
afterAll(() => account?.close())

const [a, b, own] = ['+351910000001', '+351910000002', '+351912000009']
const base = {
  'groups.csv': 'group_reference\nPorto\n',
  'users.csv':
    'device_user_reference,group,services,email,first_name,surname\nrui.melo,Porto,sms,rui.melo@example.com,Rui,Melo\n',
  'devices.csv': `device_reference,device_user_reference,model,legacy_phone_number\nOLD-1,ana.reis,Pixel 4,${own}\nOLD-2,rui.melo,Pixel 4,\n`,
}

const conversationsOf = async (person: string): Promise<Conversation[]> => {
  const path = `/conversations?filter[device_user_references][0]=${person}`
  const answer = await account.call('GET', path, undefined, reader)
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { items: Conversation[] }).items
}

const sms = (number: string, type: 1 | 2, body: string) =>
  `<sms address="${number}" date="1704164645123" type="${type}" body="${body}" />`
const mms = (id: string, box: 1 | 2, ...addresses: [number, string][]) =>
  `<mms date="1704164645000" msg_box="${box}" m_id="${id}" address="${a}~${b}"><parts><part ct="text/plain" text="All"/></parts><addrs>${addresses
    .map(([type, number]) => `<addr address="${number}" type="${type}"/>`)
    .join('')}</addrs></mms>`

test('messages of a backup are conversations with the same people, and a repeat changes nothing', async () => {
  const backup = `<smses>${sms(a, 1, 'Hi')}${sms('+351 910 000 001', 2, 'Hello')}${sms(b, 1, 'Lunch?')}${mms(
    'm-1',
    1,
    [137, a],
    [151, own],
    [151, b],
  )}${mms('m-2', 2, [137, own], [151, b], [151, a])}</smses>`
  const files = { ...base, 'ana.reis/sms.xml': backup }
  const { codes } = await account.migrate(files)
  expect(codes.PayloadCreated).toBe(5)
  const conversations = await conversationsOf('ana.reis')
  expect(
    conversations
      .map(({ messages, numbers }) => [messages, [...numbers].sort().join()])
      .sort((x, y) => (`${x}` < `${y}` ? -1 : 1)),
  ).toEqual([
    [1, b],
    [2, a],
    [2, `${a},${b}`],
  ])
  const again = await account.migrate(files)
  expect(again.codes.PayloadAlreadyLoaded).toBe(5)
  expect(await conversationsOf('ana.reis')).toEqual(conversations)
  const { items } = await account.answered<{ items: Payload[] }>('GET', '/payloads?filter[payload_types][0]=MMS')
  for (const { meta, unusual } of items) {
    expect(JSON.stringify(meta)).not.toContain(own)
    expect(unusual).toEqual([])
  }
})

test('a message of a table is in the conversation that its row names, else in one with the same numbers', async () => {
  const title = 'reference,payload_type,payload_time,device_user_reference,numbers,direction,thread_id\n'
  const row = (reference: string, numbers: string, thread = '') =>
    `${reference},SMS,2024-05-01T10:00:00Z,rui.melo,${numbers},I,${thread}\n`
  const rows = row('one', a) + row('two', a) + row('three', a, 'named')
  const { codes } = await account.migrate({ ...base, 'payloads.csv': title + rows })
  expect(codes.RecordedPayloadCreated).toBe(3)
  const counts = async () => (await conversationsOf('rui.melo')).map(({ messages }) => messages).sort()
  expect(await counts()).toEqual([1, 2])
  // A message stays in the conversation that counted it.
  const moved = await account.migrate({ ...base, 'payloads.csv': title + row('one', b) + row('three', a, 'other') })
  expect(moved.codes).toMatchObject({ PayloadUpdated: 1, PayloadAlreadyLoaded: 1 })
  expect(await counts()).toEqual([1, 2])
  const payload = await account.answered<Payload>('GET', `/payloads/${legacyReference('old', 'three')}`)
  expect(payload.meta).toMatchObject({ thread_id: 'named' })
  expect(payload.unusual).not.toContain('no_length')
})
