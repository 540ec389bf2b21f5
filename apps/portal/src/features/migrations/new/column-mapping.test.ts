import { expect, test } from 'vitest'
import { applicable, columnOf, columnTwice, tablesOf, unread, withColumn } from './column-mapping.ts'

const file = (file_name: string, kind: 'users' | 'devices' | 'media' | null, columns: string[] | null) => ({
  file_name,
  kind,
  bytes: 1,
  columns,
})

const exported = {
  files: [
    file('users.csv', 'users', ['Mitarbeiter', 'Email', '']),
    file('users-2.csv', 'users', ['Email', 'Abteilung']),
    file('devices.csv', 'devices', ['Phone number', 'device_reference']),
    file('users.ndjson', 'users', null),
    file('a.amr', 'media', null),
  ],
}

test('titles of files of one kind are chosen together, and by name where nothing is chosen', () => {
  const tables = tablesOf(exported)
  expect(tables).toEqual([
    { table: 'users', titles: ['Mitarbeiter', 'Email', 'Abteilung'] },
    { table: 'devices', titles: ['Phone number', 'device_reference'] },
  ])
  expect(columnOf({}, 'users', 'Email')).toBe('email')
  expect(columnOf({}, 'devices', 'Phone number')).toBe('legacy_phone_number')
  expect(tables.map((table) => unread({}, table))).toEqual([['Mitarbeiter', 'Abteilung'], []])
})

test('a choice that a name says anyway is not kept', () => {
  const users = { table: 'users', title: 'Mitarbeiter' } as const
  const chosen = withColumn({}, users, 'device_user_reference')
  expect(chosen).toEqual({ users: { Mitarbeiter: 'device_user_reference' } })
  expect(withColumn(chosen, users, null)).toEqual({})
  expect(withColumn({}, { table: 'users', title: 'Email' }, null)).toEqual({ users: { Email: null } })
})

test('two titles of one column are found, and an earlier choice is taken for titles that are there', () => {
  const tables = tablesOf(exported)
  const saved = {
    users: { Mitarbeiter: 'device_user_reference', Telefon: 'email' },
    payloads: { Zeit: 'payload_time' },
  }
  expect(applicable(saved, tables)).toEqual({ users: { Mitarbeiter: 'device_user_reference' } })
  const [users] = tables
  expect(users && columnTwice({ users: { Mitarbeiter: 'email' } }, users)).toBe('email')
  expect(users && columnTwice({}, users)).toBe(null)
})
