import {
  type CallDeclaration,
  calls,
  deviceInstallStates,
  errors,
  notificationKinds,
  payloadDataStatuses,
} from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { reasonInWords } from '../src/activities/reason-words.ts'
import { valueInWords } from '../src/activities/value-words.ts'
import { messages as english } from '../src/en-gb/index.ts'
import { messages as portuguese } from '../src/pt-br/index.ts'

const ofIdentity = [
  'identity.wrong_password',
  'identity.too_many_tries',
  'identity.upstream_failed',
  'identity.bad_logout_token',
]
const reasons = [...Object.keys(errors), ...payloadDataStatuses.filter((status) => status !== 'Ok'), ...ofIdentity]

describe.each([
  ['English', english],
  ['Portuguese', portuguese],
])('in %s', (language, messages) => {
  const texts: Readonly<Record<string, string>> = messages
  const findText = (id: string) => texts[id]
  const isNotInWords = ([name, value]: readonly [string, string]) =>
    valueInWords(name, value, (id) => (id in texts ? 'words' : undefined)) !== 'words'

  test('every reason of a refusal is in words, without values that the trail does not keep', () => {
    const unclear = reasons.filter((code) => {
      const words = reasonInWords(code, findText)
      return words === code || words.includes('{')
    })
    expect(unclear).toEqual([])
  })

  test('the reasons are in that language', () => {
    const isOwn = (code: string) => `reason.${code}` in texts || `refusal.${code}` in texts
    expect(reasons.filter((code) => language === 'Portuguese' && !isOwn(code))).toEqual([])
  })

  test('every parameter that is recorded on the trail has a label', () => {
    expect([...namesOfParameters()].filter((name) => !texts[`param.${name}`])).toEqual([])
  })

  test('every value of a parameter that is one of a few is in words', () => {
    expect(valuesOfParameters().filter(isNotInWords)).toEqual([])
  })

  test('every value of a fact that is one of a few is in words', () => {
    const values = [
      ...notificationKinds.map((kind) => ['kind', kind] as const),
      ...deviceInstallStates.map((state) => ['install_state', state] as const),
      ...['complete', 'broken_off', 'disconnected', 'stalled'].map((ending) => ['ending', ending] as const),
    ]
    expect(values.filter(isNotInWords)).toEqual([])
  })
})

interface SchemaParts {
  properties?: object
  items?: unknown
  anyOf?: unknown[]
}

/** Never on the trail, or not by this name. */
const notKept = new Set(['code', 'code_challenge', 'code_verifier', 'refresh_token', 'ticket', 'filter'])

const namesOfParameters = (): Set<string> => {
  const declared: readonly CallDeclaration[] = Object.values(calls)
  const names = declared.flatMap(({ params, query }) => [params, query].flatMap(namesIn))
  return new Set(names.filter((name) => !notKept.has(name)))
}

const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [] } = schema as SchemaParts
  const own = Object.entries(properties).flatMap(([name, inner]) => [name, ...namesIn(inner)])
  return [...own, ...[items, ...anyOf].flatMap(namesIn)]
}

/** Parameters of queries, and of exports, with each value that they can have. */
const valuesOfParameters = (): [name: string, value: string][] => {
  const declared: readonly CallDeclaration[] = Object.values(calls)
  return [...declared.map(({ query }) => query), calls.createExport.body].flatMap((schema) => valuesIn('', schema))
}

const valuesIn = (name: string, schema: unknown): [name: string, value: string][] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [], enum: values = [] } = schema as { enum?: string[] } & SchemaParts
  const own = Object.entries(properties).flatMap(([inner, field]) => valuesIn(inner, field))
  return [
    ...values.map((value): [string, string] => [name, value]),
    ...own,
    ...[items, ...anyOf].flatMap((inner) => valuesIn(name, inner)),
  ]
}
