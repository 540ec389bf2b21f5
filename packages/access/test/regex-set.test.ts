import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { RegexSet } from '../src/regex-set.ts'
import { finish } from '../src/steps.ts'
import { randomNameRegex, randomRegex, randomText } from './random-regexes.ts'

const texts = fc.array(randomText, { minLength: 10, maxLength: 10 })

test('a set matches the whole text with exactly those regexes that match it one by one', () => {
  let matched = 0
  const regexes = fc.array(fc.oneof(randomRegex, randomNameRegex), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(regexes, texts, (sources, subjects) => {
      const set = new RegexSet(sources)
      const single = sources.map((source) => RE2JS.compile(source))
      for (const subject of [...subjects, ...subjects]) {
        const expected = single.flatMap((regex, index) => (regex.testExact(subject) ? index : []))
        matched += expected.length
        expect(set.match(subject), JSON.stringify(subject)).toEqual(expected)
      }
    }),
    { numRuns: 500 },
  )
  expect(matched).toBeGreaterThan(1_000)
})

test('regexes with more states than a set keeps are matched all the same', () => {
  const sources = ['(?:a|b)*a(?:a|b){11}(?:c(?:a|b)*a(?:a|b){11})?', '(?:a|b)*b(?:a|b){12}(?:c(?:a|b)*)?']
  const set = new RegexSet(sources)
  const single = sources.map((source) => RE2JS.compile(source))
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 20, maxLength: 120 })
  let matched = 0
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      for (const subject of [left, `${left}c${right}`]) {
        const expected = single.flatMap((regex, index) => (regex.testExact(subject) ? index : []))
        matched += expected.length
        expect(set.match(subject)).toEqual(expected)
      }
    }),
    { numRuns: 1_000 },
  )
  expect(matched).toBeGreaterThan(500)
})

test('a set is compiled in steps, and once for the same regexes', () => {
  const regexes = Array.from({ length: 30 }, (_, index) => `Desk ${index}[a-z]*`)
  const steps = [...new RegexSet(regexes).compileInSteps()]
  expect(steps).toHaveLength(30)
  const again = new RegexSet(regexes)
  expect([...again.compileInSteps()]).toHaveLength(0)
  expect(again.match('Desk 7x')).toEqual([7])
})

test('a set still matches after others took its place among the sets that are kept', () => {
  const set = new RegexSet(['Desk [0-9]+', 'Floor [0-9]+'])
  expect(set.match('Floor 7')).toEqual([1])
  for (let at = 0; at < 60; at++) {
    finish(new RegexSet(Array.from({ length: 100 }, (_, index) => `${at} ${index}`)).compileInSteps())
  }
  expect([...new RegexSet(['Desk [0-9]+', 'Floor [0-9]+']).compileInSteps()]).toHaveLength(2)
  expect(set.match('Desk 7')).toEqual([0])
})

test('the states of a set stay within its memory, however many different texts it meets', () => {
  const regexes = Array.from({ length: 20 }, (_, index) => `.*a.*${'bcdefghijk'[index % 10]}.*${index}.*`)
  const single = regexes.map((source) => RE2JS.compile(source))
  const set = new RegexSet(regexes)
  const letters = [...'abcdefghijk0123456789']
  const subjects = fc.sample(fc.string({ unit: fc.constantFrom(...letters), minLength: 255, maxLength: 255 }), 200)
  set.match('')
  const before = heapBytes()
  for (const subject of subjects) set.match(subject)
  // Without a limit the states would take some 50 MB.
  expect(heapBytes() - before).toBeLessThan(3 * 64 * 1024 * regexes.length)
  for (const subject of subjects.slice(0, 20)) {
    expect(set.match(subject)).toEqual(single.flatMap((regex, index) => (regex.testExact(subject) ? index : [])))
  }
})

test('a set whose texts hardly ever lead to the same states answers the same when it keeps none any more', () => {
  const regexes = Array.from(
    { length: 200 },
    (_, index) => `.*a.*${'bcdefghijk'[index % 10]}.*${index % 7}.*${index}.*`,
  )
  const single = regexes.map((source) => RE2JS.compile(source))
  const set = new RegexSet(regexes)
  const letters = [...'abcdefghijk0123456789']
  const subjects = fc.sample(fc.string({ unit: fc.constantFrom(...letters), minLength: 255, maxLength: 255 }), 30)
  for (const subject of subjects) {
    expect(set.match(subject)).toEqual(single.flatMap((regex, index) => (regex.testExact(subject) ? index : [])))
  }
})

const heapBytes = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
