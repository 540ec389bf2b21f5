import { expect, it } from 'vitest'
import { displayText } from './display-text.ts'

it.each([
  ['exe.\u202Egpj', 'exe.\uFFFDgpj'],
  [`a${'\u0301'.repeat(50_000)}b`, `a${'\u0301'.repeat(16)}\uFFFDb`],
  ['Ana\u2028Reis\u2029and\u0085Rui\r\nMelo\vJr', 'Ana\nReis\nand\nRui\nMelo\nJr'],
  ['não, שלום \u200Fتم ✔', 'não, שלום \u200Fتم ✔'],
])(
  'shows direction controls and excess marks as replacement characters, line separators as line breaks, and other text as it is: %#',
  (text, shown) => {
    expect(displayText(text)).toBe(shown)
  },
)
