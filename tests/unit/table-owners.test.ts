import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exceptions, tableOwners } from './table-owners.ts'

type Table = keyof typeof tableOwners

const source = path.resolve(import.meta.dirname, '../../apps/server/src')
const withoutOwnTables = ['platform/database/migrations/', 'platform/database/generated-tables.ts']

const isTable = (name: string): name is Table => Object.hasOwn(tableOwners, name)

const comments = /\/\*.*?\*\/|\/\/.*?$/gms
/** `selectFrom('roles as r')`, `leftJoin('roles'`, `insertRows('roles'`, `table: 'roles'`; and `from app.roles` in SQL. */
const naming =
  /(?:(?:From|Into|Table|Join|Rows)\(\s*|\btable: )'(\w+)|\b(?:from|join|into|update|using)\s+(?:app\.)?(\w+)/g

/** The tables that a file reads or writes. */
const tablesIn = (text: string): Set<Table> => {
  const names = [...text.replace(comments, '').matchAll(naming)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  return new Set(names.filter(isTable))
}

const uses = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts') && !withoutOwnTables.some((place) => file.startsWith(place)))
  .flatMap((file) => {
    const folder = file.split(path.sep).slice(0, 2).join('/')
    return [...tablesIn(readFileSync(path.join(source, file), 'utf8'))].map((table) => ({ file, folder, table }))
  })

const isUsed = (folder: string, table: Table): boolean =>
  uses.some((use) => use.folder === folder && use.table === table)

it('SQL stands in the folder that owns its table, or in a named exception', () => {
  const isAllowed = ({ folder, table }: (typeof uses)[number]): boolean =>
    tableOwners[table] === folder ||
    exceptions.some((exception) => exception.folder === folder && exception.tables.includes(table))
  const foreign = uses.filter((use) => !isAllowed(use))
  expect(foreign.map(({ file, table }) => `${file}: ${table} belongs to ${tableOwners[table]}`)).toEqual([])
})

it('every owner has SQL of its tables, and every exception is needed', () => {
  const owners = Object.entries(tableOwners).map(([table, folder]) => [folder, table as Table] as const)
  const excepted = exceptions.flatMap(({ folder, tables }) => tables.map((table) => [folder, table] as const))
  expect([...owners, ...excepted].filter(([folder, table]) => !isUsed(folder, table))).toEqual([])
})

it.each([
  ["db.selectFrom('roles as role').select('x')", ['roles']],
  ["db.selectFrom('x').innerJoin('groups', (join) => join)", ['groups']],
  ["versionedTable({ table: 'comments', key: 'comment_id' })", ['comments']],
  ["insertRows(\n  'payloads', ['x'])", ['payloads']],
  ['sql`update groups set x = 1 from app.devices join portal_users p on true`', ['groups', 'devices', 'portal_users']],
  ["import { x } from '../roles/index.ts' // from roles", []],
  ['/** Taken\n * from roles. */ const roles = 1', []],
])('the tables in %j are %j', (text, tables) => {
  expect([...tablesIn(text)]).toEqual(tables)
})
