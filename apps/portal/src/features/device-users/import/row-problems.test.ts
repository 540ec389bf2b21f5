import type { ValidationProblem } from '@holdfast/contract'
import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import type { MessageId, TextValues } from '../../../shared/i18n/text.ts'
import { rowProblems } from './row-problems.ts'

const translator = (locale: string, messages: Record<string, string>) => (id: MessageId, values?: TextValues) =>
  createIntl({ locale, messages }).formatMessage<TextValues, string>({ id }, values ?? {}) as string

const problem = (path: string, keyword: string, params: Record<string, unknown> = {}): ValidationProblem => ({
  path,
  keyword,
  params,
  message: '',
})

/** What the server answers for a row. */
const problems = [
  problem('/surname', 'required', { missingProperty: 'surname' }),
  problem('/device_user_reference', 'required', { missingProperty: 'device_user_reference' }),
  problem('/first_name', 'pattern', { rule: 'FirstName' }),
  problem('/email', 'pattern', { rule: 'Email' }),
  problem('/email', 'maxLength', { limit: 254 }),
  problem('/services/0', 'enum'),
  problem('/services/2', 'enum'),
  problem('/expected_device_count', 'type', { type: 'integer' }),
]

test('describes the problems of a row in one sentence for each column', () => {
  expect(rowProblems(problems, translator('en-GB', english))).toEqual([
    'Reference: It is missing.',
    'First name: Must not start with a space or contain commas.',
    'Surname: It is missing, and a new person needs it.',
    'Email: Must be a valid email address.',
    'Services: Only these services are known: calls, interviews, gps, mms, photos, rcs, ar, sms, videos.',
    'Expected devices: Must be a whole number from 0 to 2,147,483,647.',
  ])
})

test('and in Portuguese', () => {
  expect(rowProblems(problems, translator('pt-BR', portuguese))).toEqual([
    'Referência: Falta este dado.',
    'Nome: Não deve começar com espaço nem conter vírgulas.',
    'Sobrenome: Falta este dado, obrigatório para uma pessoa nova.',
    'E-mail: Deve ser um endereço de e-mail válido.',
    'Serviços: Só são conhecidos estes serviços: calls, interviews, gps, mms, photos, rcs, ar, sms, videos.',
    'Dispositivos esperados: Deve ser um número inteiro de 0 a 2.147.483.647.',
  ])
})

test('reports a service that is named twice', () => {
  expect(rowProblems([problem('/services', 'uniqueItems')], translator('en-GB', english))).toEqual([
    'Services: Must not name the same service twice.',
  ])
})
