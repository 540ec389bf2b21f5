import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { callList } from '../../scripts/call-list.ts'
import { deviceSchemas } from '../../scripts/device-schemas.ts'
import { noticeText } from '../../scripts/notice-text.mjs'

const inDocs = (name: string) => path.join(import.meta.dirname, '../../docs', name)

it('docs/calls.md agrees with the contract (if not: npm run docs)', () => {
  expect(readFileSync(inDocs('calls.md'), 'utf8')).toBe(callList())
})

it('docs/schemas agrees with the contract (if not: npm run docs)', () => {
  const files = deviceSchemas()
  expect(readdirSync(inDocs('schemas')).sort()).toEqual(Object.keys(files).sort())
  for (const [file, text] of Object.entries(files)) {
    expect(readFileSync(path.join(inDocs('schemas'), file), 'utf8'), file).toBe(text)
  }
})

it('NOTICE.md names the packages of package-lock.json (if not: npm run notice)', () => {
  const text = noticeText()
  expect(readFileSync(inDocs('../NOTICE.md'), 'utf8')).toBe(text)
  expect(text).not.toContain('Not stated')
})
