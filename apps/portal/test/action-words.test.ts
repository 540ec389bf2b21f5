import { calls } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { actionInWords } from '../src/shared/activities/action-words.ts'
import { messages } from '../src/shared/i18n/en-gb/index.ts'

const texts: Readonly<Record<string, string>> = messages
const inEnglish = (id: string, values: Readonly<Record<string, unknown>> = {}): string | undefined =>
  texts[id]?.replace('{what}', String(values.what))

const callsOfPeople = Object.values(calls).filter(({ catalogue, path }) => catalogue !== 'device' && path !== '/verify')
const actions = callsOfPeople.map(({ method, path }) => `${method} ${path}`)

test.each(actions)('%s has words', (action) => {
  expect(actionInWords(action, inEnglish)).not.toContain('/')
})

test('all words are those of a call', () => {
  const withWords = Object.keys(texts).filter((id) => /^did\..* /.test(id))
  expect(withWords.filter((id) => !actions.includes(id.slice('did.'.length)))).toEqual([])
})

test.each([
  ['GET /payloads', 'Viewed recordings'],
  ['GET /account/apps', 'Viewed client apps'],
  ['GET /clients/{client}/roles', 'Viewed roles'],
  ['POST /clients', 'Created customers'],
  ['PUT /devices/{device_reference}/block', 'Blocked a device'],
  ['DELETE /devices/{device_reference}/block', 'Lifted the block of a device'],
  ['POST /roles/{role_reference}/preview', 'Previewed a role'],
])('%s is %s', (action, words) => {
  expect(actionInWords(action, inEnglish)).toBe(words)
})
