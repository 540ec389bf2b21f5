import { spawnSync } from 'node:child_process'
import { installed } from './installed.mjs'
import { fail, inProject, project } from './project.mjs'

/**
 * The commit hook (.githooks/pre-commit): formats and lints the staged files, stages what that changed, and checks types when
 * code is staged. A file is linted and left as it is if only a part of it is staged, as staging it would take in the rest, and
 * in `git commit path`, which uses a temporary index.
 */
const staged = changedFiles('--cached', '--diff-filter=ACMR')
const notStaged = new Set(changedFiles())
const hasOwnIndex = !process.env.GIT_INDEX_FILE?.includes('next-index')
const formatted = staged.filter((file) => hasOwnIndex && !notStaged.has(file))
const onlyLinted = staged.filter((file) => !formatted.includes(file))
const hasCode = changedFiles('--cached').some((file) => /\.(?:tsx?|mjs|json)$/.test(file))
const runtime = await installed()

if (onlyLinted.length > 0) biome(...onlyLinted)
if (formatted.length > 0) {
  biome('--write', ...formatted)
  git('add', '--', ...formatted)
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
