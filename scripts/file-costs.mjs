import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { project } from './project.mjs'

const shownFiles = 10
const costsBeside = (report) => report.replace(/\.json$/, '.costs')

/**
 * The environment in which tests/setup/file-cost.ts reports what each file costs. If files run one at a time, everything in the check's
 * cgroup counts, such as the product that all journeys share; without a cgroup there is no report then.
 * @param {{ report: string, oneFileAtATime: boolean }} check
 */
export function fileCostSettings({ report, oneFileAtATime }, { usageFile }) {
  const costs = costsBeside(report)
  rmSync(costs, { force: true })
  if (!oneFileAtATime) return { HOLDFAST_FILE_COSTS: costs }
  return usageFile ? { HOLDFAST_FILE_COSTS: costs, HOLDFAST_USAGE_FILE: usageFile } : {}
}

/**
 * What each file of a check cost: processor seconds if it reported them, else its duration.
 * @param {{ name: string, startTime: number, endTime: number }[]} files as in the report of Vitest
 * @returns {{ file: string, seconds: number, isDuration: boolean }[]}
 */
export function costsOfFiles(report, files) {
  const reported = readCosts(costsBeside(report))
  return files.map(({ name, startTime, endTime }) => {
    const seconds = reported.get(name) ?? (endTime - startTime) / 1000
    return { file: path.relative(project, name), seconds, isDuration: !reported.has(name) }
  })
}

/**
 * The files that cost most.
 * @param {{ file: string, seconds: number, isDuration: boolean }[]} costs
 * @returns {string[]} lines
 */
export const dearestFiles = (costs) =>
  costs
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shownFiles)
    .map(
      ({ file, seconds, isDuration }) => `${seconds.toFixed(1).padStart(8)}${isDuration ? ' (duration)' : ''}  ${file}`,
    )

function readCosts(file) {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return new Map(lines.map((line) => JSON.parse(line)).map(({ file: name, seconds }) => [name, seconds]))
  } catch {
    return new Map() // nothing was reported
  }
}
