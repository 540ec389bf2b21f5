import { describe, expect, test } from 'vitest'
import { newMigration } from '../../../scripts/new-migration.ts'

const list = `import { foundation } from './0001-foundation.ts'
import { lostPasses } from './0005-lost-passes.ts'

/** In order. */
export const migrations: Record<string, readonly string[]> = {
  '0001-foundation': foundation,
  '0005-lost-passes': lostPasses,
}
`

test('a new migration gets the next number, a file and an entry at the end of the list', () => {
  const { id, text, list: extended } = newMigration('closed-comments-2', list)
  expect(id).toBe('0006-closed-comments-2')
  expect(text).toContain('export const closedComments2: readonly string[] = [\n')
  expect(extended).toBe(`import { foundation } from './0001-foundation.ts'
import { lostPasses } from './0005-lost-passes.ts'
import { closedComments2 } from './0006-closed-comments-2.ts'

/** In order. */
export const migrations: Record<string, readonly string[]> = {
  '0001-foundation': foundation,
  '0005-lost-passes': lostPasses,
  '0006-closed-comments-2': closedComments2,
}
`)
})

describe('refused', () => {
  test.each(['', 'Comments', 'closed_comments', '-x', 'x-', 'a--b', '0007-x', '../x', "x'"])(
    'the name "%s"',
    (name) => {
      expect(() => newMigration(name, list)).toThrow('lower case and hyphens')
    },
  )

  test('the name of an existing migration', () => {
    expect(() => newMigration('lost-passes', list)).toThrow('There is a migration 0005-lost-passes already.')
  })

  test('a list without migrations', () => {
    expect(() => newMigration('x', 'export const migrations = {}\n')).toThrow('not written as expected')
  })
})
