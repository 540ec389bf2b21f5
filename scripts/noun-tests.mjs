import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

const ownRoots = ['packages', 'apps', 'tests']
/** Small tests whose tables cover every noun: its fields, its words on the trail. */
const tablesOfAllNouns = ['packages/contract/test', 'packages/words/test', 'apps/portal/test']
const testFile = /^(?!.*\.soak\.test\.).*\.test\.tsx?$/

/**
 * The tests of a noun: every file below a folder of its name or whose name begins with it (a module of the server, a feature of the
 * portal, journeys), and the small tests of all nouns.
 * @param {string} noun such as `comments`
 * @returns {string[]} paths in the project; empty if there is no such noun
 */
export function testFilesOfNoun(noun) {
  const own = ownRoots.flatMap(testFilesIn).filter((file) => isOfNoun(file, noun))
  return own.length === 0 ? [] : [...new Set([...own, ...tablesOfAllNouns.flatMap(testFilesIn)])]
}

const isOfNoun = (file, noun) =>
  file.split('/').some((part) => part === noun || part.startsWith(`${noun}.`) || part.startsWith(`${noun}-`))

/**
 * The names of the calls that a noun's module serves, as its index lists them, among other words there. The tests of every call by every
 * caller (tests/matrix, tests/conformance) run for these.
 * @returns {string[]} empty if there is no such module
 */
export function callsOfNoun(noun) {
  const index = inProject('apps/server/src/modules', noun, 'index.ts')
  if (!existsSync(index)) return []
  const handlers = /Handlers = (.*?)satisfies Partial<Handlers>/s.exec(readFileSync(index, 'utf8'))?.[1] ?? ''
  return [...new Set(handlers.match(/\w+/g))]
}

function testFilesIn(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesIn(place)
    return testFile.test(entry.name) ? [place] : []
  })
}
