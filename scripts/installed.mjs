import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { onShutdown } from './on-shutdown.mjs'
import { fail, inProject, project } from './project.mjs'

const requiredNode = 24

/**
 * Makes sure that the dependencies of package-lock.json are installed, and returns the Node that runs the project: the
 * present one if it is new enough, otherwise the one of the npm package `node`. Ends the script if there is none.
 */
export async function installed() {
  if (majorOf(process.version) < 20) fail(`Holdfast needs Node 20 or newer; this is ${process.version}.`)
  if (!isInstalled()) await install()
  const own = inProject('node_modules/node/bin/node')
  const runtime = [own, process.execPath].find((program) => versionOf(program) >= requiredNode)
  // Machines may forbid install scripts (`ignore-scripts`, or a list of allowed ones); this package can't work without.
  return runtime ?? fail(`Node ${requiredNode} is missing because install scripts are off. Run: ${rebuildCommand}`)
}

const rebuildCommand = 'npm rebuild node --ignore-scripts=false'

/**
 * Compares the lock file with npm's record of its last installation, package by package, so that an installation made
 * by hand counts too. npm writes that record at the very end: an interrupted installation has none.
 */
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([place, { version, link, optional }]) => {
    if (!place.includes('node_modules/') || link || optional) return true
    return present[place]?.version === version && existsSync(inProject(place))
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inProject(file), 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  console.log('Installing dependencies (once, a minute or two) …')
  const { npm_execpath: npm } = process.env
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = npm ? spawn(process.execPath, [npm, ...args], options) : spawn('npm', args, options)
  // Two installations at the same time break each other, so this one must not outlive the script.
  const forget = onShutdown(() => {
    child.kill()
    process.exit(130)
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const status = await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  forget()
  if (status !== 0) fail(`${output}\nThe dependencies could not be installed: see above.`)
}

const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10)

function versionOf(program) {
  if (program === process.execPath) return majorOf(process.version)
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? majorOf(stdout) : 0
}
