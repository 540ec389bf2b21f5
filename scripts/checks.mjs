import { inProject } from './project.mjs'

/** A check that passes or fails as a whole, and counts as one test. */
const whole = (name, title, program, ...args) => ({ name, title, program: inProject(program), args })

/**
 * The tests of one Vitest project, counted one by one from the report that Vitest writes.
 * @param files further arguments for Vitest that select files of the project
 */
const tests = (name, title, ...files) => {
  const report = inProject(`node_modules/.cache/holdfast/${title.replaceAll(/\W+/g, '-')}.json`)
  const args = ['run', '--project', name, '--reporter=json', '--reporter=default', `--outputFile.json=${report}`]
  return { ...whole(name, title, 'node_modules/vitest/vitest.mjs', ...args), files, report }
}

/**
 * Tests with servers, workers and simulated handsets, which go on by themselves, so timing differs from run to run: at most this many tests
 * of a part may fail and pass when their files run again, with new servers. The result says so.
 */
const withServers = (...part) => ({ ...tests(...part), maxSecondAttempts: 2 })

const build = whole('build', 'builds of portal and server', 'scripts/build.mjs')

/** Journeys share one product and one browser: what these use while a file runs is what the file costs. */
const journeys = (...part) => ({ ...withServers('journeys', ...part), oneFileAtATime: true })

const journeyFiles = (...names) => names.map((name) => `tests/journeys/${name}.test.ts`)
/** The journeys in three parts of about equal duration; the last part is all the rest. */
const firstThird = journeyFiles('accessibility', 'opened-parts', 'week')
const secondThird = journeyFiles('access', 'back-navigation', 'details', 'portal', 'two-hosts', 'visits')

/**
 * Every check of `npm test`, in stages. The builds come first, because others run what they make. Three checks of a stage
 * run at a time: one more than the smallest machine has cores, because some are always waiting. Integration tests and
 * journeys start servers, so nothing else runs beside them. Each part of the journeys has a browser and a product of its
 * own, so that the parts do not change each other's data. Two of them use the two cores of the smallest machine.
 */
export const stages = [
  [build],
  [
    whole('types', 'types of server and packages', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'),
    whole('portal-types', 'types of the portal', 'node_modules/typescript/bin/tsc', '-p', 'apps/portal/tsconfig.json'),
    whole(
      'journey-types',
      'types of the journeys',
      'node_modules/typescript/bin/tsc',
      '-p',
      'tests/journeys/tsconfig.json',
    ),
    whole('lint', 'lint and format', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'),
    whole('imports', 'import rules', 'scripts/import-rules.mjs'),
    whole('unused', 'nothing unused', 'node_modules/knip/bin/knip.js'),
    whole('fill', 'demonstration filled for journeys', 'scripts/filled-home.ts'),
    tests('unit', 'unit tests'),
  ],
  [
    withServers('integration', 'integration tests', '--exclude=tests/faults/**'),
    withServers('integration', 'fault tests', 'tests/faults/'),
  ],
  [journeys('browser journeys, 1 of 3', ...firstThird), journeys('browser journeys, 2 of 3', ...secondThird)],
  [journeys('browser journeys, 3 of 3', ...[...firstThird, ...secondThird].map((file) => `--exclude=${file}`))],
]

/** The checks of `npm run soak`, one after the other: endurance takes both cores. */
export const soakStages = [
  [build],
  ...['unit', 'integration', 'journeys'].map((name) => [tests(name, `soak: ${name}`, '--passWithNoTests')]),
]

export const checkNames = [...new Set(stages.flat().map(({ name }) => name))]
