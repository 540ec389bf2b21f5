import { readdir } from 'node:fs/promises'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type ErrorCode, errorRecord, ProductError } from '@holdfast/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { messages as english } from '../src/en-gb/index.ts'
import type { MessageId } from '../src/message.ts'
import { messages as portuguese } from '../src/pt-br/index.ts'

type Element = ReturnType<typeof parse>[number]

const namesIn = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => namesIn(value))
        : []
    return [element.value, ...inner]
  })

const placeholders = (message: string): string[] => [...new Set(namesIn(parse(message)))].sort()

describe('every message', () => {
  test('fills in the same values in both languages', () => {
    const differing = Object.entries(english).filter(
      ([id, message]) => placeholders(message).join() !== placeholders(portuguese[id as keyof typeof english]).join(),
    )
    expect(differing).toEqual([])
  })

  test('has a translation that is not empty', () => {
    expect(Object.entries(portuguese).filter(([, message]) => message.trim() === '')).toEqual([])
  })
})

test.each(['en-gb', 'pt-br'])('no two files of %s have a message of the same name', async (language) => {
  const folder = new URL(`../src/${language}/`, import.meta.url)
  const files = (await readdir(folder)).filter((name) => name !== 'index.ts')
  const contents: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  const ids = contents.flatMap((exported) => Object.values(exported).flatMap((messages) => Object.keys(messages)))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(new Set(ids).size).toBe(Object.keys(language === 'en-gb' ? english : portuguese).length)
})

test.each([
  [0, '0 items', '0 item'],
  [1, '1 item', '1 item'],
  [1200, '1,200 items', '1.200 itens'],
])('%i has the plural form of each language', (total, inEnglish, inPortuguese) => {
  const say = (locale: string, messages: Readonly<Record<MessageId, string>>) =>
    new IntlMessageFormat(messages['list.total'], locale).format({ total })
  expect([say('en-GB', english), say('pt-BR', portuguese)]).toEqual([inEnglish, inPortuguese])
})

describe('a refusal of the server in Portuguese', () => {
  const say = (id: keyof typeof portuguese, details: Record<string, string | number>) =>
    new IntlMessageFormat(portuguese[id], 'pt-BR').format(details)

  test('contains the counts in its details', () => {
    const counts = {
      portal_users: 0,
      device_users: 46,
      devices: 47,
      payloads: 1000,
      personal_numbers: 4,
      client_apps: 0,
    }
    expect(say('refusal.group.in_use', { ...counts, account_defaults: 0 })).toBe(
      'O grupo ainda está em uso. Pessoas: 0; usuários de dispositivos: 46; dispositivos: 47; gravações: 1000 ou mais; números pessoais: 4; aplicativos: 0; grupo padrão da conta: não',
    )
    expect(say('refusal.role.test_cases_fail', { total: 1 })).toBe('1 caso de teste guardado com a função falha')
  })

  test('uses only values that the server sends with it', () => {
    const withValues = Object.entries(portuguese).filter(
      ([id, message]) => id.startsWith('refusal.') && placeholders(message).length > 0,
    )
    const isSent = (code: ErrorCode) => errorRecord(new ProductError(code, { value: 1 })).details !== undefined
    const codes = withValues.map(([id]) => id.replace('refusal.', '') as ErrorCode)
    expect(codes.filter((code) => !isSent(code))).toEqual([])
  })
})
