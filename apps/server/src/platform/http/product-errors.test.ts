import pg from 'pg'
import { expect, it } from 'vitest'
import { toProductError } from './product-errors.ts'

it.each([
  ['53100', 'could not extend file "base/16384/16400": No space left on device'],
  ['53200', 'out of memory'],
])('answers %s of PostgreSQL, which has no space, with the error that lets callers try again', (code, message) => {
  const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
  expect(toProductError(error)).toMatchObject({
    code: 'server.dependency_down',
    status: 503,
    details: { part: 'The database' },
  })
})
