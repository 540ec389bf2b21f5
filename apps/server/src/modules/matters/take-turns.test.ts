import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const waiting = new Map([
  ['northwind', ['n1', 'n2']],
  ['globex', ['g1']],
])

it('takes one step of each account a round, and one of each filter in turn', async () => {
  const taken: string[] = []
  const errors = await takeTurns({ waiting, mostOfAccount: 4 }, async (_, feed) => {
    taken.push(feed)
    return feed !== 'g1' || taken.length < 4
  })
  expect(taken).toEqual(['n1', 'g1', 'n2', 'g1', 'n1', 'n2'])
  expect(errors).toEqual([])
})

it('goes on with the others when a filter fails', async () => {
  const taken: string[] = []
  const failure = new Error('Too slow')
  const errors = await takeTurns({ waiting, mostOfAccount: 4 }, async (_, feed) => {
    taken.push(feed)
    if (feed === 'n1') throw failure
    return false
  })
  expect(taken).toEqual(['n1', 'g1', 'n2'])
  expect(errors).toEqual([failure])
})
