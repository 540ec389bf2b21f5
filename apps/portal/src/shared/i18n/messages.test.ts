import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import { messages as englishEditing } from './en-gb/editing.ts'
import { messages as englishAlways } from './en-gb/index.ts'
import { chooseLocale, localeCookie } from './locale.ts'
import { messages as portugueseEditing } from './pt-br/editing.ts'
import { messages as portugueseAlways } from './pt-br/index.ts'

const english = { ...englishAlways, ...englishEditing }
const portuguese = { ...portugueseAlways, ...portugueseEditing }

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
  test('exists in both languages, in no other words than the contract of messages allows', () => {
    expect(Object.keys(portuguese).sort()).toEqual(Object.keys(english).sort())
  })

  test('fills in the same values in both languages', () => {
    const differing = Object.entries(english).filter(
      ([id, message]) => placeholders(message).join() !== placeholders(portuguese[id as keyof typeof english]).join(),
    )
    expect(differing).toEqual([])
  })

  test('has a translation that says something', () => {
    expect(Object.entries(portuguese).filter(([, message]) => message.trim() === '')).toEqual([])
  })
})

test.each([
  [0, '0 items', '0 item'],
  [1, '1 item', '1 item'],
  [1200, '1,200 items', '1.200 itens'],
])('%i is counted as each language counts', (total, inEnglish, inPortuguese) => {
  const say = (locale: string, messages: Record<string, string>) =>
    createIntl({ locale, messages }).formatMessage<Record<string, number>, string>({ id: 'list.total' }, { total })
  expect([say('en-GB', english), say('pt-BR', portuguese)]).toEqual([inEnglish, inPortuguese])
})

describe('the locale', () => {
  test.each([
    ['locale=pt-BR; other=1', ['en-US'], 'pt-BR'],
    ['', ['pt-PT', 'en'], 'pt-BR'],
    ['locale=xx', ['de'], 'en-GB'],
    ['', [], 'en-GB'],
  ] as const)('of cookies %j and languages %j is %s', (cookies, languages, locale) => {
    expect(chooseLocale(cookies, languages)).toBe(locale)
  })

  test('is remembered for 365 days, path /, SameSite lax', () => {
    expect(localeCookie('pt-BR')).toBe('locale=pt-BR; path=/; max-age=31536000; samesite=lax')
  })
})
