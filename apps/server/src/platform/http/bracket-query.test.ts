import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bracketQuery } from './bracket-query.ts'

const times = (count: number, parameter: string) => Array.from({ length: count }, () => parameter).join('&')
const plain = (query: Record<string, unknown>): unknown => JSON.parse(JSON.stringify(query))

it('reads a list as long as its parameters, so that the schema can refuse its length', () => {
  const references = Array.from({ length: 1000 }, (_, index) => `references[${index}]=${index}`)
  expect(bracketQuery(references.join('&'))).toEqual({ references: references.map((_, index) => String(index)) })
})

it.each([999, 1000, 1001, 20_000])('reads what comes after %d empty parameters', (count) => {
  const empty = '&'.repeat(count)
  expect(plain(bracketQuery(`${empty}filter[groups][]=Equities`))).toEqual({ filter: { groups: ['Equities'] } })
  expect(plain(bracketQuery(`limit=5${empty}version=99${empty}`))).toEqual({ limit: '5', version: '99' })
})

it('takes 1,000 parameters, and returns the next under a name that no call declares', () => {
  expect(Object.keys(bracketQuery(times(1000, 'limit=1')))).toEqual(['limit'])
  expect(Object.keys(bracketQuery(`${times(1000, 'limit=1')}&version=99&`))).toEqual([
    'limit',
    'version (after 1000 parameters)',
  ])
})

it('loses no parameter, wherever empty ones stand', () => {
  const parameter = fc.constantFrom('', '', 'a=1', 'a', '=', '=1', '__proto__=1', 'a[b]=2', 'a[]=3', 'a[__proto__]=4')
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 20 }), fc.nat(20), fc.nat(2000), (parameters, at, count) => {
      const written = parameters.filter((each) => each !== '')
      const padded = [...parameters.slice(0, at), '&'.repeat(count), ...parameters.slice(at)]
      expect(plain(bracketQuery(padded.join('&')))).toEqual(plain(bracketQuery(written.join('&'))))
    }),
  )
})
