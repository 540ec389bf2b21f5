import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inProject, project } from './project.mjs'

const usage = (names) => `Usage:
  npm test                                   every check
  npm test -- --only unit,lint               some checks: ${names.join(', ')}
  npm test -- path/to/file.test.ts …         the tests of files or folders
  npm test -- --watch path/to/file.test.ts   runs them again when their code changes
  npm test -- -t 'part of a name' path …     those of them whose name matches`

const options = {
  only: { type: 'string' },
  watch: { type: 'boolean', default: false },
  testNamePattern: { type: 'string', short: 't' },
}

/**
 * Parses the arguments of `npm test -- …`: `only` with names of checks; or `paths` of tests, with `watch` and
 * `testNamePattern`; or neither.
 * @param {string[]} args
 * @param {string[]} names of all checks
 * @throws {Error} that says what is wrong, with the usage
 */
export function readTestArguments(args, names) {
  const { only, watch, testNamePattern, paths } = parsed(args, names)
  const refuse = (problem) => {
    throw new Error(`${problem}\n${usage(names)}`)
  }
  if (only !== undefined) {
    const wanted = only.split(',')
    const unknown = wanted.find((name) => !names.includes(name))
    if (unknown !== undefined) refuse(`There is no check "${unknown}".`)
    if (paths.length > 0 || watch || testNamePattern) refuse('--only chooses whole checks; it takes no paths.')
    return { only: wanted, paths: [], watch }
  }
  const missing = paths.find((place) => !existsSync(inProject(place)))
  if (missing !== undefined) refuse(`There is no file or folder ${missing}.`)
  if (paths.length === 0 && (watch || testNamePattern)) refuse('Name the files or folders of the tests.')
  return { paths, watch, testNamePattern }
}

function parsed(args, names) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { ...values, paths: positionals.map((place) => path.relative(project, path.resolve(place))) }
  } catch (error) {
    const [problem] = error.message.split('. ')
    throw new Error(`${problem}.\n${usage(names)}`)
  }
}

const unitTest = /^(?:(?:packages|apps)\/[^/]+\/(?:src|test)\/|tests\/unit\/).*\.test\.tsx?$/

/** Whether these tests need system packages and the bundled server. Only files of unit tests certainly don't. */
export const needServers = (paths) =>
  !paths.every((place) => unitTest.test(place) && !place.endsWith('.integration.test.ts'))

const ofBuiltPortal = ['tests/journeys', 'apps/server/src/core/calls/portal-files.integration.test.ts']

/** Whether some of these tests need the built portal. */
export const needBuiltPortal = (paths) =>
  paths.some((place) => ofBuiltPortal.some((needing) => isWithin(place, needing) || isWithin(needing, place)))

const isWithin = (place, folder) => folder === '' || place === folder || place.startsWith(`${folder}/`)
