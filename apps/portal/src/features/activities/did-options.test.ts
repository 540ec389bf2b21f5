import { auditEvents } from '@holdfast/contract'
import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { describe, expect, test } from 'vitest'
import { didOptions } from './did-options.ts'

describe.each([
  ['English', english],
  ['Portuguese', portuguese],
])('in %s', (_, messages) => {
  const texts: Readonly<Record<string, string>> = messages
  const findText = (id: string, values: object = {}) =>
    texts[id]?.replace('{what}', String((values as { what?: string }).what))

  test.each(['people', 'devices'] as const)(
    'what %s can have done has words of its own in a group with a name',
    (whose) => {
      const options = didOptions(whose, findText)
      const words = options.map(({ words, group }) => `${group}: ${words}`)
      expect(new Set(words).size).toBe(words.length)
      expect(words.filter((one) => /[{}/_]/.test(one))).toEqual([])
      const values = options.flatMap(({ values }) => values)
      expect(new Set(values).size).toBe(values.length)
    },
  )
})

test('an event is offered for people or for devices, unless no trail has it', () => {
  const offered = (['people', 'devices'] as const).flatMap((whose) =>
    didOptions(whose, () => undefined).flatMap(({ values }) => values),
  )
  const events = offered.filter((value) => !value.includes(' '))
  expect(new Set(events).size).toBe(events.length)
  expect(events).toContain('role.updated')
  expect(events).toContain('payload.registered')
  expect(auditEvents.length - events.length).toBe(17)
})

test('calls of the same words are one choice', () => {
  const texts: Readonly<Record<string, string>> = english
  const find = (id: string, values: object = {}) =>
    texts[id]?.replace('{what}', String((values as { what?: string }).what))
  const trail = didOptions('people', find).find(({ words }) => words === 'Viewed the audit trail')
  expect(trail?.values).toEqual(['GET /activities', 'GET /device_activities'])
})
