import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../apps/server/src/handset-check/clauses.ts'

const text = readFileSync(new URL('../../docs/device-calls.md', import.meta.url), 'utf8')

/** The anchor that the page has for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

const anchors = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
const table = text.split('## Clauses that are checked\n')[1] ?? ''
const rows = [...table.matchAll(/^\| `([^`]+)` +\| (.+?) +\| \[[^\]]+\]\(#([^)]+)\) +\|$/gm)]

it('the table of clauses in docs/device-calls.md is that of `holdfast check-handset`', () => {
  const listed = Object.fromEntries(rows.map(([, clause, text, section]) => [clause, { text, section }]))
  expect(listed).toEqual(
    Object.fromEntries(Object.entries(clauses).map(([clause, { text, section }]) => [clause, { text, section }])),
  )
})

it('each clause leads to a section that exists', () => {
  const sections = Object.values(clauses).map(({ section }) => section)
  expect(sections.filter((section) => !anchors.has(section))).toEqual([])
})
