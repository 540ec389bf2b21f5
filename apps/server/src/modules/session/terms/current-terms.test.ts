import { locales } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { currentTerms, currentTermsVersion } from './current-terms.ts'

const sectionsOf = (text: string): string[] => [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => String(number))

test('the terms have the same sections in every language', () => {
  const [first, ...others] = locales.map((locale) => sectionsOf(currentTerms(locale).text))
  expect(first).toHaveLength(10)
  for (const other of others) expect(other).toEqual(first)
})

/** Fails when a text changes without a new version: whoever changes the texts must change the version and this hash. */
test('the texts of this version are the published ones', () => {
  expect(currentTermsVersion).toBe('2026-1')
  expect(locales.map((locale) => currentTerms(locale).text_hash)).toEqual([
    '6314b3214b7779e9905eecb474895b52fc963990618f64d1e8459f0c03f06b36',
    '6b738863860e0be6d395ce576cfd4eb9e22cd55ff64ba6edad28027d3956a656',
  ])
})
