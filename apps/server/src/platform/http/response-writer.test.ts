import { call } from '@holdfast/contract'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { responseWriter } from './response-writer.ts'

const item = Type.Object({
  name: Type.String({ pattern: '^[a-z]+$' }),
  note: Type.Union([Type.String({ maxLength: 3 }), Type.Null()]),
  fixed: Type.Union([Type.Literal('one'), Type.Null()]),
  tags: Type.Union([Type.Array(Type.String()), Type.Null()]),
})
const write = responseWriter(
  call({
    catalogue: 'admin-client',
    method: 'GET',
    path: '/things',
    summary: 'Lists things.',
    action: 'groups:read',
    response: Type.Union([Type.Object({ items: Type.Array(item) }), Type.Object({ total: Type.Integer() })]),
    errors: [],
  }),
)
const thing = { name: 'a', note: 'b', fixed: 'one', tags: ['c'] }
const nothing = { name: 'a', note: null, fixed: null, tags: null }

it('writes declared fields and leaves out all others', () => {
  expect(JSON.parse(write({ items: [{ ...thing, secret: 's' }, nothing], hidden: 1 }))).toEqual({
    items: [thing, nothing],
  })
  expect(JSON.parse(write({ total: 3 }))).toEqual({ total: 3 })
})

it.each([
  ['a missing field', { ...thing, note: undefined }, '/items/0'],
  ['another type', { ...thing, note: 3 }, '/items/0/note'],
  ['another text', { ...thing, name: 'A' }, '/items/0/name'],
  ['null in a field that does not allow it', { ...thing, name: null }, '/items/0/name'],
  ['too long a text in a field that allows null', { ...thing, note: 'long' }, '/items/0/note'],
  ['another value in a field that allows null', { ...thing, fixed: 'two' }, '/items/0/fixed'],
])('refuses %s', (_what, wrong, place) => {
  expect(() => write({ items: [wrong] })).toThrow(`answers other than declared: ${place}`)
})
