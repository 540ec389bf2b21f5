import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { isReadAgain, readShownAgain } from './read-again.ts'

it('a query of the screen is read again by itself after a change, and by somebody otherwise', async () => {
  const client = new QueryClient()
  const reads: [string, boolean][] = []
  const queryOf = (name: string) => ({
    queryKey: [name],
    queryFn: () => {
      reads.push([name, isReadAgain([name])])
      return Promise.resolve(name)
    },
  })
  await client.fetchQuery(queryOf('left'))
  const leave = new QueryObserver(client, queryOf('shown')).subscribe(() => undefined)
  await client.fetchQuery(queryOf('shown'))
  await readShownAgain(client, { predicate: () => true })
  await client.fetchQuery(queryOf('left'))
  await client.fetchQuery(queryOf('shown'))
  leave()
  expect(reads).toEqual([
    ['left', false],
    ['shown', false],
    ['shown', true],
    ['left', false],
    ['shown', false],
  ])
})
