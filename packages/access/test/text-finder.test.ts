import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdList } from '../src/id-list.ts'
import { shortestSought, TextFinder } from '../src/text-finder.ts'

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\u{1f600}', '\u0161'), minLength, maxLength })
const sought = fc.uniqueArray(
  letters(1, 7).filter((text) => text.length >= shortestSought),
  { maxLength: 40 },
)

test('it finds the texts that occur, and no others', () => {
  let met = 0
  fc.assert(
    fc.property(sought, fc.array(letters(0, 20), { maxLength: 5 }), (texts, subjects) => {
      const finder = new TextFinder(texts)
      for (const subject of subjects) {
        const ids = new IdList()
        finder.find(subject, ids)
        const found = new Set(ids.toArray())
        const expected = texts.flatMap((text, id) => (subject.includes(text) ? id : []))
        met += expected.length
        expect([...found].sort((left, right) => left - right)).toEqual(expected)
      }
    }),
    { numRuns: 3_000 },
  )
  expect(met).toBeGreaterThan(500)
})
