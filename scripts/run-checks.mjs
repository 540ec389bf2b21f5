import { stages as everyStage } from './checks.mjs'
import { runCheck } from './run-check.mjs'
import { installSystemPackages } from './system-packages.mjs'

const atOnce = 3

/**
 * Runs the checks, prints the result of each, and finally how many passed and failed. The others still run when one
 * fails.
 * @param {string[] | undefined} only names of checks; undefined for all
 * @param stages of checks, instead of those of `npm test`
 */
export async function runChecks(only, runtime, stages = everyStage) {
  if (!only || only.some((name) => ['integration', 'journeys'].includes(name))) installSystemPackages()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const leftBehind = []
  for (const stage of stages) {
    const waiting = stage.filter(({ name }) => !only || only.includes(name))
    const work = () => workThrough(waiting, { total, runtime, leftBehind })
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  countLeftovers(leftBehind, total)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function workThrough(waiting, { total, runtime, leftBehind }) {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { passed, failed, skipped, seconds, shown, left } = await runCheck(check, runtime)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    leftBehind.push(...left)
    const count = check.report ? `${passed} passed, ${failed} failed` : ''
    console.log(
      `${failed > 0 ? 'FAIL' : 'ok  '} ${check.title.padEnd(30)}${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd(),
    )
    if (shown) console.log(shown)
  }
}

/** Processes or files that the checks leave behind fail the run. */
function countLeftovers(left, total) {
  total[left.length > 0 ? 'failed' : 'passed'] += 1
  console.log(`${left.length > 0 ? 'FAIL' : 'ok  '} nothing left behind`)
  for (const line of left) console.log(`    ${line}`)
}
