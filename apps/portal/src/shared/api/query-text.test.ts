import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery, queryText } from './query-text.ts'

test('lists and objects are written with brackets that are not encoded', () => {
  expect(queryText({ filter: { payload_types: ['Call', 'SMS'], is_late: true }, limit: 50 })).toBe(
    'filter[payload_types][0]=Call&filter[payload_types][1]=SMS&filter[is_late]=true&limit=50',
  )
})

test('absent and empty values are left out', () => {
  expect(queryText({ last_key: undefined, filter: { numbers: [], name: null, text: '' } })).toBe('')
})

test('an address gives back every text of a filter', () => {
  const texts = fc.string({ minLength: 1, unit: 'grapheme' })
  const names = fc.stringMatching(/^[a-z][a-z_]{0,11}$/).filter((name) => name !== 'constructor')
  const filters = fc.dictionary(names, fc.oneof(texts, fc.array(texts, { minLength: 1, maxLength: 5 })), { minKeys: 1 })
  fc.assert(
    fc.property(filters, (filter) => {
      expect(parseQuery(queryText({ filter: { ...filter } }))).toEqual({ filter: { ...filter } })
    }),
  )
})

test('a name cannot add a parameter', () => {
  expect(parseQuery(queryText({ filter: { 'x&client=other': 'y' } }))).toEqual({ filter: { 'x&client=other': 'y' } })
})

test.each(['__proto__[polluted]=yes', 'filter[__proto__][polluted]=yes', 'constructor[prototype][polluted]=yes'])(
  '%s reaches no prototype',
  (query) => {
    parseQuery(query)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

test('bad escapes are text', () => {
  expect(parseQuery('?name=%E0%A4%A')).toEqual({ name: '%E0%A4%A' })
})
