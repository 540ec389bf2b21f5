import * as contract from '@holdfast/contract'
import { allActions, type CallDeclaration, calls, plannedActions, plannedStates } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { parse, sourceFiles } from './source-files.ts'
import { tableOwners } from './table-owners.ts'
import { writtenValues } from './written-values.ts'

const ofDatabase = 'apps/server/src/platform/database'
const tables = `${ofDatabase}/generated-tables.ts`
const server = sourceFiles(['apps/server/src/**/*.ts']).filter(({ file }) => file !== tables)
const handlers = server.filter(({ file }) => !file.startsWith(`${ofDatabase}/migrations/`))
const written = new Set(server.flatMap(({ tree }) => writtenValues({ ...tree })))

it('each action is asked for by a call or by the server, or is planned', () => {
  const asked = new Set([
    ...(Object.values(calls) as CallDeclaration[]).map(({ action }) => action),
    ...handlers.flatMap(({ text }) => [...text.matchAll(/'(\w+:\w+)'/g)].map(([, name]) => name)),
  ])
  expect(allActions.filter((action) => !asked.has(action)).sort()).toEqual(Object.keys(plannedActions).sort())
})

/** The strings that bodies of calls accept, apart from filters. */
const accepted = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values = [], const: value, ...parts } = schema as { enum?: string[]; const?: string }
  const others = Object.entries(parts).filter(([name]) => !['filter', 'query', 'search'].includes(name))
  return [...values, ...(typeof value === 'string' ? [value] : []), ...others.flatMap(([, part]) => accepted(part))]
}

const generated = sourceFiles([tables])[0]?.text ?? ''

it('each value of a stored state is written by the server, sent by a caller, or planned', () => {
  const sent = new Set((Object.values(calls) as CallDeclaration[]).flatMap(({ body }) => accepted(body)))
  const names = new Set(
    [...generated.matchAll(/Column\.(\w+(?:State|Outcome|Result|Failure))\b/g)].map(([, name]) => name),
  )
  const stored = Object.entries(contract).filter(([name]) => names.has(name))
  expect(stored.map(([name]) => name)).toEqual(expect.arrayContaining(['PayloadState', 'AccessRequestState']))
  const unwritten = stored.flatMap(([name, schema]) =>
    (schema as unknown as { enum: string[] }).enum
      .filter((value) => !written.has(value) && !sent.has(value))
      .map((value) => `${name} ${value}`),
  )
  expect(unwritten.sort()).toEqual(Object.keys(plannedStates).sort())
})

it('each column is named by the owner of its table, or belongs to every versioned record', () => {
  const wordsIn = (folder: string) =>
    new Set(
      handlers
        .filter(({ file }) => file.startsWith(`apps/server/src/${folder}`))
        .flatMap(({ text }) => text.match(/\w+/g) ?? []),
    )
  const services: ReadonlySet<string> = new Set(contract.serviceNames)
  const ofVersions = wordsIn('platform/database/versioned-table.ts')
  const unnamed = [...generated.matchAll(/^ {2}(\w+): \{$(.*?)^ {2}\}$/gms)].flatMap(([, table = '', columns = '']) => {
    const known = wordsIn(`${tableOwners[table as keyof typeof tableOwners]}/`)
    return [...columns.matchAll(/^ {4}(\w+): /gm)].flatMap(([, name = '']) =>
      known.has(name) || ofVersions.has(name) || (known.has('serviceNames') && services.has(name))
        ? []
        : `${table}.${name}`,
    )
  })
  expect(unnamed).toEqual([])
})

it.each([
  ["insert({ state: 'a' })", ['a']],
  ["const state = done ? 'a' : 'b'", ['a', 'b']],
  ["const marks = [['a', x > 1]]", ['a']],
  ["sql`update t set state = 'a' where state = 'b'`", ['a']],
  ["sql`case when x = 'b' then 'a' end`", ['a']],
  ["if (state === 'a') {}", []],
  ["const ended = ['a', 'b']", []],
  ["query.where('state', '=', 'a')", []],
  ["const words = { 'a': 1 }; type A = 'a'", []],
])('%j writes %j', (text, values) => {
  expect(writtenValues({ ...parse(text) })).toEqual(values)
})
