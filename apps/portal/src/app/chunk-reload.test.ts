import { expect, test } from 'vitest'
import { mayReload } from './chunk-reload.ts'

const memoryStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('a path reloads once in 10 seconds', () => {
  const storage = memoryStorage()
  expect(mayReload('/dashboard', 50_000, storage)).toBe(true)
  expect(mayReload('/dashboard', 59_999, storage)).toBe(false)
  expect(mayReload('/dashboard', 60_000, storage)).toBe(true)
})

test('each path has its own 10 seconds', () => {
  const storage = memoryStorage()
  expect(mayReload('/dashboard', 50_000, storage)).toBe(true)
  expect(mayReload('/internal', 50_001, storage)).toBe(true)
})
