import { allActions } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { patternMatchesInSteps } from '../src/pattern-match.ts'
import { finish } from '../src/steps.ts'

const matchOf = (actions_matching: string, options: { is_regex?: true; is_denied?: true; client?: string } = {}) => {
  const { client = 'northwind', ...permission } = options
  const [match] = finish(patternMatchesInSteps([{ actions_matching, ...permission }], client))
  return [match?.action_count, match?.probably]
}
const countOf = (noun: string) => allActions.filter((action) => action.startsWith(`${noun}:`)).length

it('counts the actions that a pattern covers', () => {
  expect(matchOf('payloads:read')).toEqual([1, null])
  expect(matchOf('payloads:*')).toEqual([countOf('payloads'), null])
  expect(matchOf('payloads:(read|play)', { is_regex: true })).toEqual([2, null])
  expect(matchOf('*')).toEqual([allActions.length - countOf('internal'), null])
  expect(matchOf('*', { is_denied: true })).toEqual([allActions.length, null])
  expect(matchOf('internal:*', { client: 'admin' })).toEqual([countOf('internal'), null])
})

it.each([
  ['payloads:reed', 'payloads:read'],
  ['Payloads:Read', 'payloads:read'],
  ['payload:*', 'payloads:*'],
  [' gps:read', 'gps:read'],
  ['licenses:read', 'licences:read'],
])('of %s, which covers none, it was probably %s', (pattern, probably) => {
  expect(matchOf(pattern)).toEqual([0, probably])
})

it('of an expression without a dot before the *, it says the one with it', () => {
  expect(matchOf('payloads:*', { is_regex: true })).toEqual([0, 'payloads:.*'])
  expect(matchOf('(payloads|comments):*', { is_regex: true })).toEqual([0, '(payloads|comments):.*'])
  expect(matchOf('Payloads:*', { is_regex: true })).toEqual([0, null])
})

it('suggests nothing that is far away or that the account does not have', () => {
  expect(matchOf('')).toEqual([0, null])
  expect(matchOf('something else entirely')).toEqual([0, null])
  expect(matchOf('internal:staff')).toEqual([0, null])
})
