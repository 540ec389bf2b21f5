import { spawn } from 'node:child_process'
import { buildPortal } from './portal-build.mjs'
import { inProject, project } from './project.mjs'
import { buildServer } from './server-build.mjs'
import { installSystemPackages } from './system-packages.mjs'
import { needBuiltPortal, needServers } from './test-arguments.mjs'

/**
 * Runs the tests of some files or folders with Vitest in this terminal, after installing and building what they need.
 * Ends with Vitest's exit code.
 */
export function runTestFiles({ paths, watch, testNamePattern }, runtime) {
  if (needServers(paths)) {
    installSystemPackages()
    buildServer(runtime)
  }
  if (needBuiltPortal(paths)) buildPortal(runtime)
  const named = testNamePattern ? ['--testNamePattern', testNamePattern] : []
  const args = [inProject('node_modules/vitest/vitest.mjs'), watch ? 'watch' : 'run', ...named, ...paths]
  const vitest = spawn(runtime, args, { cwd: project, stdio: 'inherit' })
  // Ctrl-C reaches Vitest too, which then stops everything that the tests started.
  process.on('SIGINT', () => {})
  process.once('SIGTERM', () => vitest.kill())
  vitest.once('exit', (code) => process.exit(code ?? 1))
}
