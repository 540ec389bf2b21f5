import { expect, it } from 'vitest'
import { ProductError } from '../src/index.ts'

it('names what the caller sent, and of a long value the beginning', () => {
  const of = (key_id: string) => new ProductError('payload.unknown_key', { key_id }).message
  expect(of('abc')).toBe('key_id abc is not a key of this account')
  expect(of('k'.repeat(80_000))).toBe(`key_id ${'k'.repeat(255)}… is not a key of this account`)
})
