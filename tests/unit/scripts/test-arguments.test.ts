import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { inProject } from '../../../scripts/project.mjs'
import { needBuiltPortal, needServers, readTestArguments } from '../../../scripts/test-arguments.mjs'
import { chooseTestSeed } from '../../../scripts/test-seed.mjs'

const read = (...args: string[]) => readTestArguments(args, ['lint', 'unit'])
const file = 'packages/access/test/cidr.test.ts'

describe('npm test', () => {
  test.each([
    [[], {}],
    [['--record'], { record: true }],
    [['--only', 'unit,lint'], { only: ['unit', 'lint'] }],
    [[file], { paths: [file] }],
    [['--watch', `./${file}`, 'tests/unit/'], { paths: [file, 'tests/unit'], watch: true }],
    [['-t', 'a name', inProject(file)], { paths: [file], testNamePattern: 'a name' }],
  ])('accepts the arguments %j', (args, chosen) => {
    const nothing = { paths: [], calls: [], record: false, watch: false }
    expect(read(...args.map((arg) => arg.split('/').join(path.sep)))).toEqual({ ...nothing, ...chosen })
  })

  test.each([
    [['--wacth', file], "Unknown option '--wacth'."],
    [['--only'], "Option '--only <value>' argument missing."],
    [['--only', 'unit,nothing'], 'There is no check "nothing".'],
    [['--only', 'unit', file], '--only chooses whole checks; it takes no paths.'],
    [['--record', file], '--record takes no other argument.'],
    [['--record', '--only', 'unit'], '--record takes no other argument.'],
    [['packages/nowhere.test.ts'], 'There is no file, folder, module or feature packages/nowhere.test.ts.'],
    [['--watch'], 'Name the files or folders of the tests.'],
    [['-t', 'a name'], 'Name the files or folders of the tests.'],
  ])('refuses the arguments %j with the usage', (args, problem) => {
    expect(() => read(...args)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/Usage:\n(.*\n)*.*checks: lint, unit\n/) }),
    )
    expect(() => read(...args)).toThrow(`${problem}\n`)
  })
})

test.each([
  ['packages/access/test/cidr.test.ts', false, false],
  ['apps/portal/src/app/screen.test.ts', false, false],
  ['tests/unit/generated-docs.test.ts', false, false],
  ['apps/server/src/worker.integration.test.ts', true, false],
  ['tests/faults/start.test.ts', true, false],
  ['packages/access', true, false],
  ['tests/journeys/portal.test.ts', true, true],
  ['tests', true, true],
  ['', true, true],
  ['apps/server/src/core/calls', true, true],
])('tests of %s need servers: %s, and the built portal: %s', (place, withServers, withPortal) => {
  expect([needServers([place]), needBuiltPortal([place])]).toEqual([withServers, withPortal])
})

describe('the seed of a test run', () => {
  test('comes from the environment or is new, and is passed on to processes that are started from here', () => {
    vi.stubEnv('HOLDFAST_TEST_SEED', '42')
    expect(chooseTestSeed()).toBe('42')
    vi.stubEnv('HOLDFAST_TEST_SEED', undefined)
    const seed = chooseTestSeed()
    expect(seed).toMatch(/^\d+$/)
    expect(process.env.HOLDFAST_TEST_SEED).toBe(seed)
    vi.unstubAllEnvs()
  })

  test('must be a whole number', () => {
    vi.stubEnv('HOLDFAST_TEST_SEED', 'abc')
    expect(chooseTestSeed).toThrow('HOLDFAST_TEST_SEED is "abc"; it must be a whole number.')
    vi.unstubAllEnvs()
  })
})
