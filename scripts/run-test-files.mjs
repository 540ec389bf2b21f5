import { spawn } from 'node:child_process'
import { buildPortal } from './portal-build.mjs'
import { inProject, project } from './project.mjs'
import { buildServer } from './server-build.mjs'
import { installSystemPackages } from './system-packages.mjs'
import { needBuiltPortal, needServers } from './test-arguments.mjs'

const testsOfEveryCall = ['tests/matrix/access-matrix.test.ts', 'tests/conformance/every-call.test.ts']
/** The tests of the matrix that hold for some of its rows as well. */
const testsOfRows = [
  'each caller gets the answer',
  'the trail names the caller',
  'refused calls change nothing',
  'answers agree with the OpenAPI document',
]

/**
 * Runs the tests of some files or folders with Vitest in this terminal, after installing and building what they need; then the tests of
 * every call by every caller for the chosen calls. Ends with Vitest's exit code.
 */
export async function runTestFiles({ paths, calls, watch, testNamePattern }, runtime) {
  if (needServers(paths)) {
    installSystemPackages()
    buildServer(runtime)
  }
  if (needBuiltPortal(paths)) buildPortal(runtime)
  const named = testNamePattern ? ['--testNamePattern', testNamePattern] : []
  const code = await runVitest(runtime, [watch ? 'watch' : 'run', ...named, ...paths])
  const codeOfCalls = calls.length === 0 || watch || isInterrupted ? 0 : await runCalls(calls, runtime)
  process.exit(code || codeOfCalls)
}

let isInterrupted = false

function runCalls(calls, runtime) {
  const ofConformance = `\\((${calls.join('|')})\\)`
  const pattern = [...testsOfRows, ofConformance].join('|')
  return runVitest(runtime, ['run', '--testNamePattern', pattern, ...testsOfEveryCall], {
    HOLDFAST_MATRIX_CALLS: calls.join(','),
  })
}

const interrupt = () => {
  isInterrupted = true
}

/** Resolves with the exit code: 1 if a signal ended Vitest. */
function runVitest(runtime, args, settings = {}) {
  const vitest = spawn(runtime, [inProject('node_modules/vitest/vitest.mjs'), ...args], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  // Ctrl-C reaches Vitest too, which then stops everything that the tests started.
  process.on('SIGINT', interrupt)
  process.once('SIGTERM', () => {
    interrupt()
    vitest.kill()
  })
  return new Promise((resolve) => vitest.once('exit', (code) => resolve(code ?? 1)))
}
