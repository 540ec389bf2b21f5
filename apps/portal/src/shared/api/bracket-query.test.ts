import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bracketQuery, parseBracketQuery } from './bracket-query.ts'

test('lists and objects are flattened with brackets that are not encoded', () => {
  expect(bracketQuery({ filter: { payload_types: ['Call', 'SMS'], is_late: true }, limit: 50 })).toBe(
    'filter[payload_types][0]=Call&filter[payload_types][1]=SMS&filter[is_late]=true&limit=50',
  )
})

test('what is absent is left out', () => {
  expect(bracketQuery({ last_key: undefined, filter: { numbers: [], name: null, text: '' } })).toBe('')
})

test('whatever texts a filter holds, the address gives them back', () => {
  const texts = fc.string({ minLength: 1, unit: 'grapheme' })
  const names = fc.stringMatching(/^[a-z][a-z_]{0,11}$/).filter((name) => name !== 'constructor')
  const filters = fc.dictionary(names, fc.oneof(texts, fc.array(texts, { minLength: 1, maxLength: 5 })), { minKeys: 1 })
  fc.assert(
    fc.property(filters, (filter) => {
      expect(parseBracketQuery(bracketQuery({ filter: { ...filter } }))).toEqual({ filter: { ...filter } })
    }),
  )
})

test.each(['__proto__[polluted]=yes', 'filter[__proto__][polluted]=yes', 'constructor[prototype][polluted]=yes'])(
  '%s reaches no prototype',
  (query) => {
    parseBracketQuery(query)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

test('depth has an end, and bad escapes are text', () => {
  expect(parseBracketQuery('a[b][c][d][e][f][g]=1')).toEqual({})
  expect(parseBracketQuery('?name=%E0%A4%A')).toEqual({ name: '%E0%A4%A' })
})
