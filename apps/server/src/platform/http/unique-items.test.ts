import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { addUniqueItems } from './unique-items.ts'

const ajv = new Ajv2020({ allErrors: true })
addUniqueItems(ajv)
const isUnique = ajv.compile({ type: 'array', uniqueItems: true, maxItems: 5 })

describe('unique items', () => {
  it.each([
    ['other values', [1, '1', true, null, []], true],
    ['objects that differ', [{ a: 1 }, { a: 1, b: 2 }, { a: { b: 2 } }], true],
    ['a value twice', ['a', 'b', 'a'], false],
    [
      'fields in another order',
      [
        { a: 1, b: { c: 2, d: 3 } },
        { b: { d: 3, c: 2 }, a: 1 },
      ],
      false,
    ],
    [
      'lists in another order',
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
  ])('%s', (_what, items, expected) => {
    expect(isUnique(items)).toBe(expected)
  })

  it('names both places', () => {
    isUnique(['a', 'b', 'a'])
    expect(isUnique.errors).toMatchObject([{ keyword: 'uniqueItems', params: { i: 2, j: 0 }, instancePath: '' }])
  })

  it('looks at each item once, however long the list', () => {
    let looks = 0
    const counted = () => ({
      toJSON: () => {
        looks++
        return looks
      },
    })
    isUnique(Array.from({ length: 20_000 }, counted))
    expect(looks).toBe(20_000)
    expect(isUnique.errors).toMatchObject([{ keyword: 'maxItems' }])
  })
})
