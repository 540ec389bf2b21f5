import { spawnSync } from 'node:child_process'
import { installed } from './installed.mjs'
import { fail, inProject, project } from './project.mjs'

/**
 * The commit hook (.githooks/pre-commit): formats and lints the staged files, stages what that changed, and checks types when
 * code is staged. A file of which only a part is staged is checked and left as it is: staging it would take in the rest.
 */
const staged = changedFiles('--cached', '--diff-filter=ACMR')
const notStaged = new Set(changedFiles())
const partly = staged.filter((file) => notStaged.has(file))
const whole = staged.filter((file) => !notStaged.has(file))
const hasCode = changedFiles('--cached').some((file) => /\.(?:tsx?|mjs|json)$/.test(file))
const runtime = await installed()

if (partly.length > 0) biome(...partly)
if (whole.length > 0) {
  biome('--write', ...whole)
  git('add', '--', ...whole)
}
if (hasCode) for (const config of ['.', 'apps/portal', 'tests/journeys']) checkTypes(config)

/** Names of files, by `git diff`. */
function changedFiles(...options) {
  return git('diff', '--name-only', '-z', ...options)
    .split('\0')
    .filter(Boolean)
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: project, encoding: 'utf8' })
  if (status !== 0) fail(`git ${args[0]} failed: ${stderr}`)
  return stdout
}

function biome(...args) {
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...args)
}

/** Keeps what TypeScript found out, so that the next commit checks only what changed. */
function checkTypes(config) {
  const known = inProject('node_modules/.cache/holdfast/types', `${config.replaceAll(/\W/g, '-')}.tsbuildinfo`)
  run('node_modules/typescript/bin/tsc', '--project', config, '--incremental', '--tsBuildInfoFile', known)
}

/** Runs a tool of the project with its output in this terminal, and ends the commit when it fails. */
function run(program, ...args) {
  const { status } = spawnSync(runtime, [inProject(program), ...args], { cwd: project, stdio: 'inherit' })
  if (status !== 0) fail('Not committed: see above. "git commit --no-verify" leaves out these checks.')
}
