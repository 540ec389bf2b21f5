import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import type { MessageId, TextValues } from '../i18n/text.ts'
import { validationText } from './validation-text.ts'

const translator = (locale: string, messages: Record<string, string>) => (id: MessageId, values?: TextValues) =>
  createIntl({ locale, messages }).formatMessage<TextValues, string>({ id }, values ?? {}) as string

const problems = [
  { path: '/body', keyword: 'required', params: { missingProperty: 'email' }, message: '' },
  { path: '/body/personal_number', keyword: 'pattern', params: { rule: 'PersonalNumber' }, message: '' },
  { path: '/body/expected_device_count', keyword: 'type', params: { type: 'integer' }, message: '' },
]

test('validation problems are shown as path and message, one per line', () => {
  expect(validationText(problems, translator('en-GB', english))).toBe(
    [
      'email: The email field is required.',
      'personal_number: Must be numeric with an optional leading plus and 6 to 30 digits',
      'expected_device_count: Please provide a valid integer for the field.',
    ].join('\n'),
  )
})

test('validation problems are shown in the language of the person', () => {
  expect(validationText(problems, translator('pt-BR', portuguese))).toContain('email: O campo email é obrigatório.')
})
