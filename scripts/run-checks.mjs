import { stages } from './checks.mjs'
import { watchLeftovers } from './leftovers.mjs'
import { runCheck } from './run-check.mjs'
import { installSystemPackages } from './system-packages.mjs'

const atOnce = 3

/**
 * Runs the checks, prints how each ended and closes with how many passed and failed. A check that fails does not keep the
 * others from running.
 * @param {string[] | undefined} only their names; undefined: all
 */
export async function runChecks(only, runtime) {
  if (!only || only.some((name) => ['integration', 'journeys'].includes(name))) installSystemPackages()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  const leftovers = watchLeftovers()
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const stage of stages) {
    const waiting = stage.filter(({ name }) => !only || only.includes(name))
    const work = () => workThrough(waiting, { total, runtime, folder: leftovers.folder })
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  countLeftovers(await leftovers.collect(), total)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function workThrough(waiting, { total, runtime, folder }) {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { passed, failed, skipped, seconds, shown } = await runCheck(check, runtime, folder)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const count = check.report ? `${passed} passed, ${failed} failed` : ''
    console.log(
      `${failed > 0 ? 'FAIL' : 'ok  '} ${check.title.padEnd(30)}${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd(),
    )
    if (shown) console.log(shown)
  }
}

/** A check that leaves something running or lying around fails the suite. */
function countLeftovers(left, total) {
  total[left.length > 0 ? 'failed' : 'passed'] += 1
  console.log(`${left.length > 0 ? 'FAIL' : 'ok  '} nothing left behind`)
  for (const line of left) console.log(`    ${line}`)
}
