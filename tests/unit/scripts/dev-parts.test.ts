import { expect, test } from 'vitest'
import { shownOf } from '../../../scripts/dev/part-process.ts'
import { isCodeOf, type PartName } from '../../../scripts/dev/parts.ts'
import { inProject } from '../../../scripts/project.mjs'

const partsWithCodeIn = (file: string) =>
  (['api', 'worker', 'fleet', 'history'] satisfies PartName[]).filter((name) => isCodeOf(name, inProject(file)))

test.each([
  ['apps/server/src/modules/roles/put-role.ts', ['api', 'worker']],
  ['apps/demo/src/demo-people.ts', ['api']],
  ['packages/contract/src/calls.ts', ['api', 'worker', 'fleet']],
  ['apps/fleet/src/schedule.ts', ['fleet']],
  ['packages/words/src/en-gb/roles.ts', ['api', 'worker']],
  ['apps/portal/src/app/main.tsx', []],
  ['apps/server/src/platform/log.test.ts', []],
  ['packages/contract/test/times.test.ts', []],
  ['packages/device-kit/test/handsets.ts', []],
])('a change of %s restarts %j', (file, parts) => {
  expect(partsWithCodeIn(file)).toEqual(parts)
})

test('the terminal shows logged errors with their stacks, and every line that is no log entry', () => {
  expect(shownOf('{"level":30,"msg":"answered"}')).toBe(null)
  expect(shownOf('{"time":"2026-01-01T00:00:00.000Z","level":"warn","message":"a handset waits"}')).toBe(null)
  expect(shownOf('{"level":50,"msg":"a request failed","err":{"stack":"Error: no\\n    at x.ts:1"}}')).toBe(
    'a request failed\nError: no\n    at x.ts:1',
  )
  expect(shownOf('{"level":60,"msg":"no more memory"}')).toBe('no more memory')
  expect(shownOf('SyntaxError: Unexpected token')).toBe('SyntaxError: Unexpected token')
  expect(shownOf('{ an object that was printed')).toBe('{ an object that was printed')
})
