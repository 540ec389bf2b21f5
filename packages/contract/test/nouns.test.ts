import { expect, it } from 'vitest'
import { actions, errors, nouns } from '../src/index.ts'

it.each(nouns.map((noun) => [noun.name, noun] as const))('%s names only its own actions and errors', (name, noun) => {
  const own = Object.keys(noun.actions)
  const given = Object.values(noun.roles).flat()
  const isOwn = (pattern: string) =>
    own.some((action) => action === pattern || pattern === `${action.slice(0, action.indexOf(':'))}:*`)
  expect(given.filter((pattern) => !isOwn(pattern))).toEqual([])
  // A noun without actions of its own has those of another.
  expect(own.length > 0 ? own : Object.keys(actions)).toEqual(
    expect.arrayContaining(noun.live ? [noun.live.action] : []),
  )
  expect(Object.keys(noun.errors ?? {})).toEqual(expect.arrayContaining([...(noun.disclosing ?? [])]))
  expect(Object.keys(actions)).toEqual(expect.arrayContaining(own))
  expect(Object.keys(errors)).toEqual(
    expect.arrayContaining(Object.keys(noun.errors ?? {}).map((error) => `${name}.${error}`)),
  )
})
