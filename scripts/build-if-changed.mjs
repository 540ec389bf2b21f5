import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf } from './digest.mjs'
import { fail, inProject, project } from './project.mjs'

/**
 * Builds one part of the project, unless its sources are those of the last build and its result exists.
 * @param runtime the Node that runs the build
 * @param {object} build
 * @param {string} build.name of the part, in messages
 * @param {string[]} build.sources every folder and file that the part is built from
 * @param {string} build.result a file that the build writes
 * @param {string[]} build.command a script and its arguments
 */
export function buildIfChanged(runtime, { name, sources, result, command }) {
  const stamp = inProject(`node_modules/.cache/holdfast/${name}-build`)
  const digest = digestOf(sources)
  const isBuilt = existsSync(inProject(result)) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  console.log(`Building the ${name} …`)
  const [script, ...args] = command
  const { status, stdout, stderr } = spawnSync(runtime, [inProject(script), ...args], {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) fail(`${stdout}${stderr}\nThe ${name} could not be built: see above.`)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}
