import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { readUsage } from '../../scripts/processor-time.mjs'

/**
 * Tells `npm test` (scripts/run-check.mjs) what each test file costs: the processor seconds of this worker, which runs one file after
 * the other, and of the processes that it started and that have ended. Where a check runs one file at a time, its cgroup knows more.
 */
const { HOLDFAST_FILE_COSTS: report, HOLDFAST_USAGE_FILE: usageFile } = process.env

const processorSeconds = (): number => {
  if (usageFile) return readUsage(usageFile)
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOfChildren()
}

/** The fields 16 and 17 of proc_pid_stat(5) are in hundredths of a second. */
const secondsOfChildren = (): number => {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) / 100
}

if (report) {
  const before = processorSeconds()
  afterAll(() => {
    const seconds = processorSeconds() - before
    appendFileSync(report, `${JSON.stringify({ file: expect.getState().testPath, seconds })}\n`)
  })
}
