import { stages as everyStage } from './checks.mjs'
import { dearestFiles } from './file-costs.mjs'
import { runCheck } from './run-check.mjs'
import { installSystemPackages } from './system-packages.mjs'
import { dearerThanRecorded, readTestCost, recordTestCost, testCost, timeFixedWork } from './test-cost.mjs'

const atOnce = 3

/**
 * Runs the checks, prints the result of each, what they cost, and finally how many passed and failed. The others still run when one
 * fails.
 * @param {string[] | undefined} only names of checks; undefined for all
 * @param {boolean} record writes what the run cost (test-cost.mjs) if everything passes
 * @param stages of checks, instead of those of `npm test`
 */
export async function runChecks({ only, record = false } = {}, runtime, stages = everyStage) {
  if (!only || only.some((name) => ['integration', 'journeys'].includes(name))) installSystemPackages()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const run = { total, runtime, leftBehind: [], done: [], fixedWorkSeconds: [] }
  const began = performance.now()
  for (const stage of stages)
    await runStage(
      stage.filter(({ name }) => !only || only.includes(name)),
      run,
    )
  countLeftovers(run.leftBehind, total)
  const cost = testCost(run.done, {
    minutes: (performance.now() - began) / 60_000,
    fixedWorkSeconds: run.fixedWorkSeconds,
  })
  printCost(run.done, cost)
  if (record && cost && total.failed === 0) recordTestCost(cost)
  if (stages === everyStage && !only) console.log('Endurance and scale: npm run soak, before a release.')
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

/** Runs the checks of a stage, and says what the stage cost if that is more than one check. */
async function runStage(stage, run) {
  if (stage.length === 0) return
  run.fixedWorkSeconds.push(timeFixedWork(run.runtime))
  const waiting = [...stage]
  const done = []
  await Promise.all(Array.from({ length: atOnce }, () => workThrough(waiting, done, run)))
  run.done.push(...done)
  const cost = testCost(done, { minutes: 0, fixedWorkSeconds: run.fixedWorkSeconds })
  if (cost && done.length > 1) console.log(`    this stage: ${cost.processorSeconds} processor seconds`)
  const warning = dearerThanRecorded(done, { fixedWorkSeconds: run.fixedWorkSeconds, recorded: readTestCost() })
  if (warning) console.log(`WARN ${warning}`)
}

async function workThrough(waiting, done, { total, runtime, leftBehind }) {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { passed, failed, skipped, seconds, processorSeconds, fileCosts, shown, left } = await runCheck(
      check,
      runtime,
    )
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    leftBehind.push(...left)
    done.push({ title: check.title, tests: passed + failed, processorSeconds, fileCosts })
    const count = check.report ? `${passed} passed, ${failed} failed` : ''
    console.log(
      `${failed > 0 ? 'FAIL' : 'ok  '} ${check.title.padEnd(30)}${seconds.toFixed(1).padStart(7)} s${processorColumn(processorSeconds)}  ${count}`.trimEnd(),
    )
    if (shown) console.log(shown)
  }
}

const processorColumn = (seconds) =>
  seconds === undefined ? '  processor time not measured' : `${seconds.toFixed(1).padStart(8)} s of processor`

/** Processes or files that the checks leave behind fail the run. */
function countLeftovers(left, total) {
  total[left.length > 0 ? 'failed' : 'passed'] += 1
  console.log(`${left.length > 0 ? 'FAIL' : 'ok  '} nothing left behind`)
  for (const line of left) console.log(`    ${line}`)
}

function printCost(done, cost) {
  const costs = done.flatMap(({ fileCosts }) => fileCosts)
  if (costs.length > 0) console.log(`The dearest test files, in processor seconds:\n${dearestFiles(costs).join('\n')}`)
  if (cost) console.log(`${cost.processorSeconds} processor seconds in all`)
}
