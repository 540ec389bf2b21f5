import { expect, test } from 'vitest'
import { freeFolder } from './free-folder.ts'

test('a name that a folder has gets the next number', () => {
  expect(freeFolder('export', [])).toBe('export')
  expect(freeFolder('export', ['export', 'export-2', 'export-4'])).toBe('export-3')
})
