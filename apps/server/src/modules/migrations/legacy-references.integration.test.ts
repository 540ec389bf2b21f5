import type { Found, ListedPayload, Payload, Permission } from '@holdfast/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { legacyReferences } from '../../platform/database/migrations/0173-legacy-references.ts'
import { legacyReference } from './payloads/legacy-reference.ts'

let exports: AccountWithExports
beforeAll(async () => {
  exports = await AccountWithExports.open()
})
afterAll(() => exports?.close())

const title = 'reference,payload_type,payload_time,device_user_reference,numbers,direction,duration\n'
const row = (reference: string, person: string, hour: number) =>
  `"${reference}",Call,2023-05-01T${hour}:00:00Z,${person},+351912999999,I,10\n`
const people = {
  'groups.csv': 'group_reference\nLondon\nPorto\n',
  'users.csv':
    'device_user_reference,group,email,first_name,surname,services\nana.luz,London,ana@example.com,Ana,Luz,calls\nrui.melo,Porto,rui@example.com,Rui,Melo,calls\n',
  'devices.csv':
    'device_reference,device_user_reference,group,imeis,model\nOLD-1,ana.luz,London,359881030314356,Pixel 4\nOLD-2,rui.melo,Porto,359881030314364,Pixel 4\n',
}

const listed = async (reference: string, token?: string): Promise<ListedPayload[]> => {
  const query = `filter[legacy_reference]=${encodeURIComponent(reference)}`
  const answer = await exports.call('GET', `/payloads?${query}`, undefined, token)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { items: ListedPayload[] }).items
}
const found = async (text: string, token?: string): Promise<string[]> => {
  const answer = await exports.call('GET', `/found?text=${encodeURIComponent(text)}`, undefined, token)
  const { items } = (await answer.json()) as { items: Found[] }
  return items.filter(({ kind }) => kind === 'payload').map(({ reference }) => reference)
}
const reader: Permission[] = [
  { actions_matching: 'payloads:*', conditions: [{ names_matching: 'London', is_regex: false }] },
]

it('a legacy recording is found by its reference in the former system, by those who may read it', async () => {
  const { ended } = await exports.migrate(
    { ...people, 'payloads.csv': title + row('C-7/ã &%', 'ana.luz', 10) + row('C-8', 'rui.melo', 11) },
    { source: 'former' },
  )
  expect(ended.statistics.errors).toBe(0)
  await exports.migrate({ 'payloads.csv': title + row('C-8', 'ana.luz', 12) }, { source: 'other' })
  const [first] = await listed('C-7/ã &%')
  expect(first).toMatchObject({ legacy_source: 'former', legacy_reference: 'C-7/ã &%' })
  const one = await exports.answered<Payload>('GET', `/payloads/${legacyReference('former', 'C-8')}`)
  expect(one).toMatchObject({ legacy_source: 'former', legacy_reference: 'C-8' })
  const both = [legacyReference('other', 'C-8'), legacyReference('former', 'C-8')]
  expect((await listed('C-8')).map(({ payload_reference }) => payload_reference)).toEqual(both)
  expect(await found('C-8')).toEqual(both)
  for (const other of ['c-8', 'C-', 'C-%', '%', "C-8' or true --"]) expect(await listed(other)).toEqual([])

  await exports.account.server.addRole('northwind', 'London readers', reader)
  const lena = await exports.account.signIn('lena', 'London readers')
  expect((await listed('C-8', lena)).map(({ payload_reference }) => payload_reference)).toEqual([
    legacyReference('other', 'C-8'),
  ])
  expect(await found('C-8', lena)).toEqual([legacyReference('other', 'C-8')])
  const device = await exports.account.signIn('dan', 'Device Manager')
  expect(await found('C-8', device)).toEqual([])
})

it('recordings that were imported before have the reference of their custody', async () => {
  const owner = new pg.Client({ connectionString: exports.account.server.settings.databaseUrl })
  await owner.connect()
  try {
    const before = await owner.query(
      'select payload_reference, legacy_source, legacy_reference from app.payloads order by 1',
    )
    await owner.query('update app.payloads set legacy_source = null, legacy_reference = null')
    await owner.query(legacyReferences[1] ?? '')
    const after = await owner.query(
      'select payload_reference, legacy_source, legacy_reference from app.payloads order by 1',
    )
    expect(after.rows).toHaveLength(3)
    expect(after.rows).toEqual(before.rows)
  } finally {
    await owner.end()
  }
})
