import { messages } from '@holdfast/words/en-gb'
import { expect, test } from 'vitest'
import { recordInWords } from '../src/features/payloads/trail/record-in-words.ts'

const texts: Readonly<Record<string, string>> = messages
const inEnglish = (id: string, values: Readonly<Record<string, unknown>> = {}): string | undefined =>
  texts[id]?.replace('{why}', String(values.why))

test.each([
  ['payload.data_requested', 'Ok', 'Opened'],
  ['payload.data_requested', 'Personal', 'Refused: It was with a personal number'],
  ['payload.data_requested', 'NoS3Url', 'Refused: There is no content to play or download'],
  ['payload.thumbnail_requested', 'GroupNotAuthorised', 'Refused: Their roles do not include the group'],
  ['payload.played', null, 'Began to play'],
] as const)('%s with %s', (action, status, words) => {
  expect(recordInWords({ action, status }, inEnglish)).toBe(words)
})
