import { expect, it } from 'vitest'
import { derivedPrefix } from '../../apps/server/src/modules/derived-media/object-keys.ts'
import { exportsPrefix } from '../../apps/server/src/modules/migrations/exports/export-parts.ts'
import { recordingsPrefix, uploadsPrefix } from '../../apps/server/src/modules/uploads/object-keys.ts'
import { migrations } from '../../apps/server/src/platform/database/migrations/index.ts'
import { endingOfObjects, endingOfRows } from './retained-data.ts'
import { sourceFiles } from './source-files.ts'
import { tableOwners } from './table-owners.ts'

type Table = keyof typeof endingOfRows
const tables = Object.keys(endingOfRows) as Table[]
const withEnding = (...endings: readonly string[]) =>
  tables.filter((table) => endings.some((ending) => ending === endingOfRows[table]))

const statements = Object.values(migrations).flat()
/** The tables whose rows belong to a recording. */
const ofRecordings = statements.flatMap((statement) =>
  [...statement.matchAll(/create table app\.(\w+) \(((?:(?!create table).)*?references app\.payloads)/gs)].map(
    ([, table = '']) => table as Table,
  ),
)

it('every table of an account says what ends its rows', () => {
  expect(tables.sort()).toEqual(Object.keys(tableOwners).sort())
})

it('what belongs to a recording ends with it or its tombstone', () => {
  expect(ofRecordings.length).toBeGreaterThan(8)
  const ending = withEnding('content', 'tombstone')
  expect(ofRecordings.filter((table) => !ending.includes(table))).toEqual([])
})

it('tombstones leave no row of a recording behind', () => {
  const removal = statements.find((statement) => statement.includes('create function app.remove_tombstones')) ?? ''
  expect(ofRecordings.filter((table) => !removal.includes(`delete from app.${table} `))).toEqual([])
})

it('what is never deleted is deleted by no code of the server', () => {
  const server = sourceFiles(['apps/server/src/**/*.ts']).filter(
    ({ file }) => !file.includes('.test.') && !file.includes('/migrations/'),
  )
  const deleted = withEnding('never').filter((table) =>
    server.some(
      ({ text }) => text.includes(`deleteFrom('${table}')`) || new RegExp(`delete from ${table}\\b`).test(text),
    ),
  )
  expect(deleted).toEqual([])
})

it('every kind of object says what ends it', () => {
  const kinds = [recordingsPrefix('x'), derivedPrefix('x'), `${uploadsPrefix}x/`, exportsPrefix('x')].map((prefix) =>
    prefix.replace('x/', ''),
  )
  expect(Object.keys(endingOfObjects).sort()).toEqual(kinds.sort())
  const files = sourceFiles(['apps/server/src/modules/*/object-keys.ts']).map(({ file }) => file)
  expect(files).toHaveLength(2)
})
