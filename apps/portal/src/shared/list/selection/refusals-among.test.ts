import type { ErrorCode } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { refusalsAmong } from './refusals-among.ts'

const codes = new Map<string, ErrorCode | null>([
  ['a', 'receipt.no_content'],
  ['b', null],
  ['c', 'receipt.personal'],
  ['d', 'receipt.no_content'],
])
const refusalOf = (code: ErrorCode | null) => code

test('the rows that will be refused are counted by reason, the most frequent one first', () => {
  expect(refusalsAmong({ refusalOf }, ['a', 'b', 'c', 'd'], codes)).toEqual([
    { code: 'receipt.no_content', count: 2 },
    { code: 'receipt.personal', count: 1 },
  ])
})

test('nothing is said of rows that were not read, and by actions that refuse none', () => {
  expect(refusalsAmong({ refusalOf }, ['unread'], codes)).toEqual([])
  expect(refusalsAmong({}, ['a'], codes)).toEqual([])
})
