import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { callsOfNoun, testFilesOfNoun } from './noun-tests.mjs'
import { inProject, project } from './project.mjs'

const usage = (names) => `Usage:
  npm test                                   every check
  npm test -- --record                       every check; writes what they cost to scripts/test-cost.json and the documents
  npm test -- --only unit,lint               some checks: ${names.join(', ')}
  npm test -- comments …                     the tests of a module of the server or a feature of the portal
  npm test -- path/to/file.test.ts …         the tests of files or folders
  npm test -- --watch path/to/file.test.ts   runs them again when their code changes
  npm test -- -t 'part of a name' path …     those of them whose name matches`

const options = {
  only: { type: 'string' },
  record: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  testNamePattern: { type: 'string', short: 't' },
}

/**
 * Parses the arguments of `npm test -- …`: `only` with names of checks; or `paths` of tests, with `watch`, `testNamePattern` and `calls`,
 * for which the tests of every call run; or neither, perhaps with `record`.
 * @param {string[]} args
 * @param {string[]} names of all checks
 * @throws {Error} that says what is wrong, with the usage
 */
export function readTestArguments(args, names) {
  const { only, record, watch, testNamePattern, places } = parsed(args, names)
  const refuse = (problem) => {
    throw new Error(`${problem}\n${usage(names)}`)
  }
  const choosesTests = places.length > 0 || watch || testNamePattern !== undefined
  if (record && (only !== undefined || choosesTests)) refuse('--record takes no other argument.')
  if (only !== undefined) {
    const wanted = only.split(',')
    const unknown = wanted.find((name) => !names.includes(name))
    if (unknown !== undefined) refuse(`There is no check "${unknown}".`)
    if (choosesTests) refuse('--only chooses whole checks; it takes no paths.')
    return { only: wanted, record, paths: [], calls: [], watch }
  }
  const missing = places.find(({ paths }) => paths.length === 0)
  if (missing) refuse(`There is no file, folder, module or feature ${missing.name}.`)
  if (choosesTests && places.length === 0) refuse('Name the files or folders of the tests.')
  const all = (key) => places.flatMap((place) => place[key])
  // Of the tests of every call only those of a chosen name would run, and none of them has it.
  return { record, paths: all('paths'), calls: testNamePattern ? [] : all('calls'), watch, testNamePattern }
}

function parsed(args, names) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { ...values, places: positionals.map(findPlace) }
  } catch (error) {
    const [problem] = error.message.split('. ')
    throw new Error(`${problem}.\n${usage(names)}`)
  }
}

/** What an argument means: a path that exists, else the name of a module or feature. */
function findPlace(argument) {
  const place = path.relative(project, path.resolve(argument))
  if (existsSync(inProject(place))) return { name: place, paths: [place], calls: [] }
  return { name: argument, paths: testFilesOfNoun(argument), calls: callsOfNoun(argument) }
}

const unitTest = /^(?:(?:packages|apps)\/[^/]+\/(?:src|test)\/|tests\/unit\/).*\.test\.tsx?$/

/** Whether these tests need system packages and the bundled server. Only files of unit tests certainly don't. */
export const needServers = (paths) =>
  !paths.every((place) => unitTest.test(place) && !/\.integration\.(soak\.)?test\.ts$/.test(place))

const ofBuiltPortal = [
  'tests/journeys',
  'tests/integration/two-hosts.test.ts',
  'apps/server/src/core/calls/portal-files.integration.test.ts',
]

/** Whether some of these tests need the built portal. */
export const needBuiltPortal = (paths) =>
  paths.some((place) => ofBuiltPortal.some((needing) => isWithin(place, needing) || isWithin(needing, place)))

const isWithin = (place, folder) => folder === '' || place === folder || place.startsWith(`${folder}/`)
