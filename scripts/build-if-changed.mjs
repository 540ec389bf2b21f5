import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, inProject, project } from './project.mjs'

/**
 * Builds one part of the project, unless its sources are those of the last build and its result exists.
 * @param runtime the Node that runs the build
 * @param {object} build
 * @param {string} build.name of the part, in messages
 * @param {string[]} build.sources every folder and file that the part is built from
 * @param {string[]} build.leftOut names of files and folders that are no sources
 * @param {string} build.result a file that the build writes
 * @param {string[]} build.command a script and its arguments
 */
export function buildIfChanged(runtime, { name, sources, leftOut, result, command }) {
  const stamp = inProject(`node_modules/.cache/holdfast/${name}-build`)
  const digest = digestOf(sources, new Set(['node_modules', 'dist', ...leftOut]))
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

function digestOf(places, leftOut) {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => [...filesIn(place, leftOut)])) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function* filesIn(place, leftOut) {
  if (statSync(inProject(place)).isFile()) return yield place
  for (const name of readdirSync(inProject(place)).sort()) {
    if (!leftOut.has(name)) yield* filesIn(path.join(place, name), leftOut)
  }
}
