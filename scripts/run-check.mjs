import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { costsOfFiles, fileCostSettings } from './file-costs.mjs'
import { watchLeftovers } from './leftovers.mjs'
import { measureProcessorTime } from './processor-time.mjs'
import { project } from './project.mjs'

/** A check that takes longer hangs: the longest one takes a third of it on the slowest machine so far. */
const maxMinutes = 45
const shownLines = 40

/**
 * Runs one check to its end, with a folder for its temporary files. Where the check allows it, files with few failures
 * run again. What the first attempt left behind does not count then: a test that failed may have stopped before it
 * cleaned up.
 * @returns how many tests passed, failed and were skipped, how many seconds and processor seconds it took (undefined where that cannot
 *   be measured), what each test file cost, the output of a failure, also of one that did not come again, and what the check left behind
 */
export async function runCheck(check, runtime) {
  const first = await runOnce(check, runtime)
  const isFew = first.failed > 0 && first.failed <= (check.maxSecondAttempts ?? 0)
  if (!isFew || first.failedFiles.length === 0) return first
  const second = await runOnce({ ...check, files: first.failedFiles }, runtime)
  const seconds = first.seconds + second.seconds
  if (second.failed > 0) return { ...first, seconds, shown: `${first.shown}\nAgain:\n${second.shown}` }
  const passed = first.passed + first.failed
  // The processor time stays that of the first attempt, which ran everything once: it is compared with other runs.
  return {
    ...first,
    passed,
    failed: 0,
    seconds,
    shown: `Passed at the second attempt: ${first.shown}`,
    left: second.left,
  }
}

async function runOnce({ program, args, files = [], report, oneFileAtATime = false }, runtime) {
  if (report) {
    mkdirSync(path.dirname(report), { recursive: true })
    rmSync(report, { force: true })
  }
  const began = performance.now()
  const leftovers = watchLeftovers()
  const processorTime = measureProcessorTime()
  const settings = {
    TMPDIR: leftovers.folder,
    ...(report && fileCostSettings({ report, oneFileAtATime }, processorTime)),
  }
  const { code, output } = await run(runtime, [program, ...args, ...files], { settings, processorTime })
  const seconds = (performance.now() - began) / 1000
  const counts = report ? countTests(report, code, output) : countWhole(code, output)
  const left = await leftovers.collect()
  const processorSeconds = processorTime.seconds()
  await processorTime.end()
  return { ...counts, seconds, processorSeconds, left }
}

function run(runtime, args, { settings, processorTime }) {
  return new Promise((resolve) => {
    // A process group of its own, so that everything that the check started ends with it.
    const child = spawn(runtime, args, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...settings },
      detached: true,
    })
    processorTime.start(child.pid)
    const endAll = () => process.kill(-child.pid, 'SIGKILL')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const hanging = setTimeout(() => {
      output += `\nended after ${maxMinutes} minutes`
      endAll()
    }, maxMinutes * 60_000)
    process.once('exit', endAll)
    child.once('close', (code) => {
      clearTimeout(hanging)
      process.off('exit', endAll)
      resolve({ code, output: stripVTControlCharacters(output) })
    })
  })
}

const countWhole = (code, output) =>
  code === 0
    ? { passed: 1, failed: 0, skipped: 0, fileCosts: [], shown: '' }
    : { passed: 0, failed: 1, skipped: 0, fileCosts: [], shown: last(output) }

/** A file that cannot be loaded, and an error outside any test, count as one failure each. */
function countTests(report, code, output) {
  const told = readReport(report)
  if (!told) return { passed: 0, failed: 1, skipped: 0, failedFiles: [], fileCosts: [], shown: last(output) }
  const broken = told.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed),
  )
  const failed = told.numFailedTests + broken.length
  const failures = told.testResults.flatMap((file) =>
    file.assertionResults.filter(isFailed).map((test) => describe(file, test)),
  )
  const unloaded = broken.map(({ name, message }) => `${path.relative(project, name)}\n${first(message)}`)
  const isUnexplained = failed === 0 && code !== 0
  return {
    passed: told.numPassedTests,
    failed: failed + (isUnexplained ? 1 : 0),
    skipped: told.numPendingTests + told.numTodoTests,
    failedFiles: told.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => path.relative(project, name)),
    fileCosts: costsOfFiles(report, told.testResults),
    shown: [...failures, ...unloaded, ...(isUnexplained ? [last(output)] : [])].join('\n'),
  }
}

const isFailed = ({ status }) => status === 'failed'

const describe = ({ name }, { fullName, failureMessages }) =>
  `${path.relative(project, name)}: ${fullName}\n${first(failureMessages.join('\n'))}`

function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined // the check ended before it could write a report
  }
}

const first = (text) => indented(text.split('\n').slice(0, 12))
const last = (text) => indented(text.trim().split('\n').slice(-shownLines))
const indented = (lines) => lines.map((line) => `    ${line}`).join('\n')
