import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, inProject, project } from './project.mjs'

/** Every folder and file that the portal is built from. */
const sources = ['apps/portal', 'packages', 'package-lock.json', 'package.json']
const leftOut = new Set(['node_modules', 'dist', 'test'])
const stamp = inProject('node_modules/.cache/holdfast/portal-build')

/** Builds the portal if its sources differ from those of the last build. */
export function buildPortal(runtime) {
  const digest = digestOf(sources)
  const isBuilt = existsSync(inProject('apps/portal/dist/index.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the portal …')
  const { status, stdout, stderr } = spawnSync(
    runtime,
    [inProject('node_modules/vite/bin/vite.js'), 'build', 'apps/portal', '--logLevel', 'warn'],
    { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  if (status !== 0) fail(`${stdout}${stderr}\nThe portal could not be built: see above.`)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}

function digestOf(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => [...filesIn(place)])) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function* filesIn(place) {
  if (statSync(inProject(place)).isFile()) return yield place
  for (const name of readdirSync(inProject(place)).sort()) {
    if (!leftOut.has(name)) yield* filesIn(path.join(place, name))
  }
}
