import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf } from './digest.mjs'
import { fail, inProject, project } from './project.mjs'

/** Every folder and file that the portal is built from. */
const sources = ['apps/portal', 'packages', 'package-lock.json', 'package.json']
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
