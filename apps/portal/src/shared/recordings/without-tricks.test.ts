import { expect, it } from 'vitest'
import { withoutTricks } from './without-tricks.ts'

it.each([
  ['exe.\u202Egpj', 'exe.\uFFFDgpj'],
  [`a${'\u0301'.repeat(50_000)}b`, `a${'\u0301'.repeat(16)}\uFFFDb`],
  ['não, שלום \u200Fتم ✔', 'não, שלום \u200Fتم ✔'],
])('shows what a stranger wrote as it reads: %#', (text, shown) => {
  expect(withoutTricks(text)).toBe(shown)
})
