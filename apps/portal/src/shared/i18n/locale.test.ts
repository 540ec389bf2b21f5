import { describe, expect, test } from 'vitest'
import { chooseLocale, localeCookie } from './locale.ts'

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
