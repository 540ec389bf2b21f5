import { spawn } from 'node:child_process'
import { buildPortal } from './portal-build.mjs'
import { inProject, project } from './project.mjs'
import { installSystemPackages } from './system-packages.mjs'
import { needBuiltPortal, needSystemPackages } from './test-arguments.mjs'

/** Runs the tests of some files or folders by Vitest in this terminal, with what they need. Ends with Vitest's exit code. */
export function runTestFiles({ paths, watch, testNamePattern }, runtime) {
  if (needSystemPackages(paths)) installSystemPackages()
  if (needBuiltPortal(paths)) buildPortal(runtime)
  const named = testNamePattern ? ['--testNamePattern', testNamePattern] : []
  const args = [inProject('node_modules/vitest/vitest.mjs'), watch ? 'watch' : 'run', ...named, ...paths]
  const vitest = spawn(runtime, args, { cwd: project, stdio: 'inherit' })
  // The terminal sends Ctrl-C to Vitest as well, which then stops what the tests have started.
  process.on('SIGINT', () => {})
  process.once('SIGTERM', () => vitest.kill())
  vitest.once('exit', (code) => process.exit(code ?? 1))
}
