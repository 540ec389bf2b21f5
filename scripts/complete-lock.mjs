import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from './project.mjs'

/**
 * `npm run lock`, after `npm install` has changed package-lock.json: adds the packages of other platforms. npm leaves
 * out those that the registry in use does not have (mirrors often carry one platform only), and `npm ci` then refuses
 * the lock file everywhere. An entry without a digest is enough, because it is skipped on other platforms.
 */
const file = inProject('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = {}
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(name, place)) continue
    // A platform package has the version of its parent package, so the parent's version replaces a range.
    const version = /^\d/.test(range) ? range : entry.version
    added[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
    }
  }
}
const packages = Object.entries({ ...lock.packages, ...added }).sort(([left], [right]) =>
  left.localeCompare(right, 'en'),
)
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
console.log(`Added ${Object.keys(added).length} packages of other platforms.`)

/** Whether Node would find the package from a folder: in its own node_modules or in one above. */
function isLocked(name, place) {
  const here = `${place ? `${place}/` : ''}node_modules/${name}`
  if (lock.packages[here]) return true
  return place !== '' && isLocked(name, place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))))
}

/** The names of platform packages say where they run: `cli-linux-arm64-musl`, `binding-win32-ia32-msvc`. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const find = (known) => known.filter((word) => words.includes(word))
  const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
  const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
  const os = words.includes('windows') ? ['win32'] : find(systems)
  const cpu = find(processors)
  const libc = words.includes('musl') || words.includes('musleabihf') ? ['musl'] : []
  return Object.fromEntries(Object.entries({ os, cpu, libc }).filter(([, allowed]) => allowed.length > 0))
}
