import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { compiledStatement, preparedStatement } from './statements.ts'

it('a statement is built once and has the values of each call as parameters', () => {
  let built = 0
  const statement = compiledStatement((_, { first, second }: { first: string; second: number }) => {
    built++
    return sql`select ${second}::int, ${first}::text`
  })
  expect(statement({ first: 'a', second: 1 })).toMatchObject({ sql: 'select $1::int, $2::text', parameters: [1, 'a'] })
  expect(statement({ first: 'b', second: 2 }).parameters).toEqual([2, 'b'])
  expect(built).toBe(1)
})

it('a prepared statement has its name in each call', () => {
  const statement = preparedStatement('one', (_, { value }: { value: number }) => sql`select ${value}::int`)
  expect(statement({ value: 3 })).toMatchObject({ sql: 'select $1::int', parameters: [3], name: 'one' })
})
