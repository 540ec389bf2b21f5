import { gzipSync } from 'node:zlib'
import { limits } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { detectFormat, isText } from './file-format.ts'
import { fileRows } from './file-rows.ts'
import { readWithinLimit } from './readings-at-once.ts'

const text = 'own;other\r\n+447700900801;São João ĊਊĀ\r\n'
const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le')
const bigEndian = Buffer.from(littleEndian).swap16()

async function* inTwoParts(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 27)
  yield bytes.subarray(27)
}

it.each([
  ['utf-16le', littleEndian],
  ['utf-16be', bigEndian],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
] as const)('a file in %s is recognised and read', async (encoding, bytes) => {
  expect(isText(bytes)).toBe(true)
  const format = detectFormat(bytes)
  expect(format).toEqual({ encoding, delimiter: ';' })
  const rows = []
  for await (const { cells } of fileRows(inTwoParts(bytes), format)) rows.push(cells)
  expect(rows).toEqual([
    ['own', 'other'],
    ['+447700900801', 'São João ĊਊĀ'],
  ])
})

it.each([
  ['UTF-16 without its mark', littleEndian.subarray(2)],
  ['an archive', gzipSync(Buffer.from(text.repeat(50)))],
])('%s is no text', (_what, bytes) => {
  expect(isText(bytes)).toBe(false)
})

it('accepts Windows-1252, also with a stray control character', () => {
  const bytes = Buffer.from('número;início\n1;2\n\u0000;4\n'.padEnd(60, ' '), 'latin1')
  expect(isText(bytes)).toBe(true)
  expect(detectFormat(bytes).encoding).toBe('windows-1252')
})

it('are read two at a time for each account, independently of other accounts', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const reading = Array.from({ length: limits.maxCarrierFilesReadAtOnce }, () => readWithinLimit('acme', () => ended))
  await expect(readWithinLimit('acme', async () => 1)).rejects.toMatchObject({
    code: 'carrier_import.too_many_at_once',
  })
  expect(await readWithinLimit('umbrella', async () => 1)).toBe(1)
  end()
  await Promise.all(reading)
  expect(await readWithinLimit('acme', async () => 1)).toBe(1)
})
