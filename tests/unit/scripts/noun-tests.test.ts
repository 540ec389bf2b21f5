import { readdirSync } from 'node:fs'
import { calls } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { callsOfNoun, testFilesOfNoun } from '../../../scripts/noun-tests.mjs'
import { inProject } from '../../../scripts/project.mjs'
import { readTestArguments } from '../../../scripts/test-arguments.mjs'

test('the name of a module chooses its tests, those of its feature and journeys, and its calls', () => {
  const { paths, calls: chosen } = readTestArguments(['comments'], [])
  expect(paths).toEqual(
    expect.arrayContaining([
      'apps/portal/src/features/payloads/comments/place-marks.test.ts',
      'apps/server/src/modules/comments/comments.integration.test.ts',
      'packages/contract/test/entities.test.ts',
      'packages/words/test/action-words.test.ts',
      'tests/journeys/comments.test.ts',
    ]),
  )
  expect(paths).not.toContain('apps/server/src/modules/devices/devices.integration.test.ts')
  expect(chosen).toContain('createComment')
})

test('a noun has no tests of a longer name that only contains its own', () => {
  expect(testFilesOfNoun('users').filter((file) => file.includes('device-users'))).toEqual([])
  expect(testFilesOfNoun('no-such-noun')).toEqual([])
})

test('every call is found by the name of its module', () => {
  const found = readdirSync(inProject('apps/server/src/modules')).flatMap(callsOfNoun)
  expect(Object.keys(calls).filter((name) => !found.includes(name))).toEqual([])
})
