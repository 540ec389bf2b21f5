import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './project.mjs'

const leftOut = new Set(['node_modules', 'dist', 'test'])

/**
 * A digest of the names and contents of files, without tests in folders of their own, dependencies and builds.
 * @param {readonly string[]} places files and folders of the project
 * @returns {string} hexadecimal
 */
export function digestOf(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => [...filesIn(place)])) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} place
 * @returns {Generator<string>}
 */
function* filesIn(place) {
  if (statSync(inProject(place)).isFile()) return yield place
  for (const name of readdirSync(inProject(place)).sort()) {
    if (!leftOut.has(name)) yield* filesIn(path.join(place, name))
  }
}
