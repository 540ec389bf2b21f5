import { stages } from './checks.mjs'
import { installed } from './installed.mjs'
import { watchLeftovers } from './leftovers.mjs'
import { fail } from './project.mjs'
import { runCheck } from './run-check.mjs'
import { installSystemPackages } from './system-packages.mjs'

/**
 * `npm test`: installs what is missing, runs every check, and closes with how many passed and failed. A check that
 * fails does not keep the others from running. `--only unit,lint` runs some of them. Plain JavaScript without
 * dependencies, as it has to run before anything is installed.
 */
const atOnce = 3
const only = chosen(process.argv.slice(2))
const runtime = await installed()
if (!only || only.some((name) => ['integration', 'journeys'].includes(name))) installSystemPackages()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
const leftovers = watchLeftovers()

const total = { passed: 0, failed: 0, skipped: 0 }
for (const stage of stages) {
  const waiting = stage.filter(({ name }) => !only || only.includes(name))
  await Promise.all(Array.from({ length: atOnce }, () => workThrough(waiting)))
}
countLeftovers(await leftovers.collect())
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

async function workThrough(waiting) {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { passed, failed, skipped, seconds, shown } = await runCheck(check, runtime, leftovers.folder)
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
function countLeftovers(left) {
  total[left.length > 0 ? 'failed' : 'passed'] += 1
  console.log(`${left.length > 0 ? 'FAIL' : 'ok  '} nothing left behind`)
  for (const line of left) console.log(`    ${line}`)
}

function chosen([flag, names]) {
  if (flag === undefined) return undefined
  const known = [...new Set(stages.flat().map(({ name }) => name))]
  const wanted = names?.split(',') ?? []
  if (flag !== '--only' || wanted.length === 0 || !wanted.every((name) => known.includes(name))) {
    fail(`Usage: npm test -- --only <names with commas between>; names: ${known.join(', ')}`)
  }
  return wanted
}
