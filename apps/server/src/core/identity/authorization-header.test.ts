import { ProductError } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { readAuthorization } from './authorization-header.ts'

const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJpbmVzIn0.c2lnbmF0dXJl'
const reference = '01JD3Z8S7Q5M6N4P2R1T0V9W8X'

test('a bearer token alone, or after the support prefix', () => {
  expect(readAuthorization(`Bearer ${token}`)).toEqual({ token, support_reference: null })
  expect(readAuthorization([`InternalSupport ${reference} Bearer ${token}`])).toEqual({
    token,
    support_reference: reference,
  })
})

test.each([
  ['nothing', undefined, 'auth.required'],
  ['no header', [], 'auth.required'],
  ['an empty header', '', 'auth.bad_token'],
  ['another scheme', `Basic ${token}`, 'auth.bad_token'],
  ['lower case', `bearer ${token}`, 'auth.bad_token'],
  ['two spaces', `Bearer  ${token}`, 'auth.bad_token'],
  ['something after', `Bearer ${token} x`, 'auth.bad_token'],
  ['a line break', `Bearer ${token}\n`, 'auth.bad_token'],
  ['two tokens', `Bearer ${token}, Bearer ${token}`, 'auth.bad_token'],
  ['two headers', [`Bearer ${token}`, `Bearer ${token}`], 'auth.bad_token'],
  ['an encrypted token', `Bearer ${token}.x.y`, 'auth.bad_token'],
  ['a very long one', `Bearer ${'a'.repeat(30_000)}.b.c`, 'auth.bad_token'],
  [
    'a prefix beside a second header',
    [`Bearer ${token}`, `InternalSupport ${reference} Bearer ${token}`],
    'auth.bad_support_prefix',
  ],
  ['a prefix without a reference', `InternalSupport Bearer ${token}`, 'auth.bad_support_prefix'],
  ['a prefix without a token', `InternalSupport ${reference}`, 'auth.bad_support_prefix'],
  ['a reference that is no ULID', `InternalSupport ${reference.slice(1)}U Bearer ${token}`, 'auth.bad_support_prefix'],
  ['a ULID beyond 128 bits', `InternalSupport 8${reference.slice(1)} Bearer ${token}`, 'auth.bad_support_prefix'],
  ['a lower-case ULID', `InternalSupport ${reference.toLowerCase()} Bearer ${token}`, 'auth.bad_support_prefix'],
  [
    'two prefixes',
    `InternalSupport ${reference} InternalSupport ${reference} Bearer ${token}`,
    'auth.bad_support_prefix',
  ],
  ['a lower-case prefix', `internalsupport ${reference} Bearer ${token}`, 'auth.bad_support_prefix'],
] as const)('refuses %s', (_what, headers, code) => {
  const refusal = (() => {
    try {
      return readAuthorization(headers)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(ProductError)
  expect(refusal).toMatchObject({ code })
})
