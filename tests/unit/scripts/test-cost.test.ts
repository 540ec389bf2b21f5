import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stages } from '../../../scripts/checks.mjs'
import { dearestFiles } from '../../../scripts/file-costs.mjs'
import { inProject } from '../../../scripts/project.mjs'
import {
  costSentence,
  dearerThanRecorded,
  documentsWithCost,
  readTestCost,
  testCost,
} from '../../../scripts/test-cost.mjs'

const recorded = { ...readTestCost(), fixedWorkSeconds: 0.5, checks: { unit: 100, lint: 10, journeys: 600 } }
const check = (title: string, processorSeconds: number) => ({ title, processorSeconds, tests: 1 })

test.each(documentsWithCost)('%s says what the last recorded run took (npm test -- --record)', (document) => {
  expect(readFileSync(inProject(document), 'utf8').replaceAll(/\s+/g, ' ')).toContain(costSentence(readTestCost()))
})

test('the record names checks that exist', () => {
  const titles = stages.flat().map(({ title }) => title)
  expect(Object.keys(readTestCost().checks).filter((title) => !titles.includes(title))).toEqual([])
})

test('a stage that takes 15 % more than recorded is told, on a machine of the same speed', () => {
  const told = (unit: number, fixedWorkSeconds: number[]) =>
    dearerThanRecorded([check('unit', unit), check('lint', 10), check('new', 50)], { fixedWorkSeconds, recorded })
  expect(told(115, [0.5])).toBeUndefined()
  expect(told(118, [0.5])).toBe('unit, lint: 128 processor seconds, 16 % more than recorded')
  // On a machine that takes twice as long for everything.
  expect(told(190, [1, 1, 3])).toBeUndefined()
  expect(told(100, [0.25])).toBe('unit, lint: 110 processor seconds, 100 % more than recorded')
})

test('a stage that was never recorded or not measured is not compared', () => {
  const comparison = { fixedWorkSeconds: [0.5], recorded }
  expect(dearerThanRecorded([check('new', 50)], comparison)).toBeUndefined()
  expect(dearerThanRecorded([{ ...check('unit', 1), processorSeconds: undefined }], comparison)).toBeUndefined()
})

test('a run is summed up only if all of it was measured', () => {
  const circumstances = { minutes: 19.2, fixedWorkSeconds: [0.6, 0.5, 0.7] }
  expect(testCost([check('unit', 90.04), check('lint', 10)], circumstances)).toMatchObject({
    minutes: 20,
    processorSeconds: 100,
    fixedWorkSeconds: 0.6,
    tests: 2,
    checks: { unit: 90, lint: 10 },
  })
  expect(testCost([{ ...check('unit', 1), processorSeconds: undefined }], circumstances)).toBeUndefined()
})

test('the dearest files come first, and durations are named as such', () => {
  const costs = Array.from({ length: 12 }, (_, index) => ({
    file: `${index}.test.ts`,
    seconds: index,
    isDuration: index === 11,
  }))
  const lines = dearestFiles(costs)
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2).map((line) => line.trim())).toEqual(['11.0 (duration)  11.test.ts', '10.0  10.test.ts'])
})
