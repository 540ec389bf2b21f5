import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { inProject } from './project.mjs'

const file = inProject('scripts/test-cost.json')
/** Each has `costSentence` once. */
export const documentsWithCost = ['CONTRIBUTING.md', '.github/workflows/ci.yml']
/** Documents may wrap it anywhere. */
const sentence = /about\s+\d+\s+minutes\s+and\s+[\d,]+\s+processor\s+seconds\s+on\s+\d+\s+cores/
/** Equal runs of one machine differ by less. */
const tolerated = 1.15

/**
 * What a whole run took when it was recorded last.
 * @returns {{ minutes: number, processorSeconds: number, cores: number, fixedWorkSeconds: number, tests: number, checks: Record<string, number> }}
 *   `fixedWorkSeconds` is the median of what fixed-work.mjs printed during that run; `checks` has the processor seconds of each, by title
 */
export const readTestCost = () => JSON.parse(readFileSync(file, 'utf8'))

/** Writes what a run took, and the sentence about it in the documents. */
export function recordTestCost(cost) {
  writeFileSync(file, `${JSON.stringify(cost, null, 2)}\n`)
  for (const document of documentsWithCost.map((name) => inProject(name))) {
    const figures = costSentence(cost).match(/[\d,]+/g)
    const written = (found) => found.replaceAll(/[\d,]+/g, () => figures.shift())
    writeFileSync(document, readFileSync(document, 'utf8').replace(sentence, written))
  }
}

export const costSentence = ({ minutes, processorSeconds, cores }) =>
  `about ${minutes} minutes and ${processorSeconds.toLocaleString('en-GB')} processor seconds on ${cores} cores`

/**
 * Sums up a run.
 * @param {{ title: string, processorSeconds: number | undefined, tests: number }[]} done
 * @returns as `readTestCost`; undefined if the processor time of a check could not be measured
 */
export function testCost(done, { minutes, fixedWorkSeconds }) {
  if (done.some(({ processorSeconds }) => processorSeconds === undefined)) return undefined
  return {
    minutes: Math.ceil(minutes),
    processorSeconds: Math.round(sum(done.map((check) => check.processorSeconds))),
    cores: cpus().length,
    fixedWorkSeconds: median(fixedWorkSeconds),
    tests: sum(done.map(({ tests }) => tests)),
    checks: Object.fromEntries(done.map((check) => [check.title, Math.round(check.processorSeconds * 10) / 10])),
  }
}

/**
 * A line if the checks of a stage took 15 % more processor time than recorded, as this machine is compared with that of the record. Checks
 * without a record do not count.
 */
export function dearerThanRecorded(stage, { fixedWorkSeconds, recorded }) {
  const known = stage.filter((check) => check.processorSeconds !== undefined && recorded.checks[check.title])
  const slowness = median(fixedWorkSeconds) / recorded.fixedWorkSeconds
  const expected = sum(known.map(({ title }) => recorded.checks[title])) * slowness
  const actual = sum(known.map(({ processorSeconds }) => processorSeconds))
  if (actual <= expected * tolerated || known.length === 0) return undefined
  const names = known.map(({ title }) => title).join(', ')
  return `${names}: ${actual.toFixed(0)} processor seconds, ${Math.round((actual / expected - 1) * 100)} % more than recorded`
}

/** The processor seconds that the fixed work takes now. */
export function timeFixedWork(runtime) {
  return Number(spawnSync(runtime, [inProject('scripts/fixed-work.mjs')], { encoding: 'utf8' }).stdout)
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
