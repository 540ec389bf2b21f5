import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allOf, each } from '../../../test/recordings-to-send.ts'
import { maxReceiptBytes, type ReceiptLine, ReceiptTooLarge, readReceipt } from './index.ts'

const hash = 'AbCdEf01'.repeat(8)
const sha256 = hash.toLowerCase()
const read = (...chunks: (string | Uint8Array)[]): Promise<ReceiptLine[]> =>
  allOf(readReceipt(each(chunks.map((chunk) => Buffer.from(chunk)))))

describe('a receipt', () => {
  it.each([
    ['lines with LF', `${hash}  call/a.amr\n`, 'call/a.amr'],
    ['lines with CRLF', `${hash}  call/a.amr\r\n`, 'call/a.amr'],
    ['no line end', `${hash}  call/a.amr`, 'call/a.amr'],
    ['a byte order mark', `\uFEFF${hash}  call/a.amr\n`, 'call/a.amr'],
    ['the mark of binary files', `${hash} *call/a.amr\n`, 'call/a.amr'],
    ['empty lines', `\n\r\n${hash}  call/a.amr\n\n`, 'call/a.amr'],
    ['paths below the present folder', `${hash}  ./call/a.amr\n`, 'call/a.amr'],
    ['names with spaces', `${hash}  call/a b .amr\n`, 'call/a b .amr'],
    ['escaped names', `\\${hash}  a\\\\b\\nc\\rd\n`, 'a\\b\nc\rd'],
  ])('may have %s', async (_, text, file_name) => {
    expect(await read(text)).toEqual([{ file_name, sha256 }])
  })

  it.each([
    ['too short a hash', `${hash.slice(1)}  a`],
    ['no hash', 'call/a.amr'],
    ['no name', `${hash}  `],
    ['one space', `${hash} a`],
    ['other escapes', `\\${hash}  a\\tb`],
    ['an escape that is cut off', `\\${hash}  a\\`],
    ['what BSD writes', `SHA256 (a) = ${hash}`],
    ['an overlong name', `${hash}  ${'a'.repeat(20_000)}`],
  ])('reports a line with %s, and reads on', async (_, line) => {
    expect(await read(`${hash}  a\n${line}\n${hash}  b\n`)).toEqual([
      { file_name: 'a', sha256 },
      { line: 2, text: line.slice(0, 120) },
      { file_name: 'b', sha256 },
    ])
  })

  it('reports bytes that are no text', async () => {
    expect(await read(Uint8Array.of(0xff, 0xfe, 0), `\n${hash}  a`)).toEqual([
      { line: 1, text: '\ufffd\ufffd\0' },
      { file_name: 'a', sha256 },
    ])
  })

  it('reads the same however it arrives', async () => {
    const line = fc.constantFrom(`${hash}  call/ä.amr\r\n`, 'nothing\n', '\n', `\\${hash}  a\\\\b\n`, `${hash} *b`)
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(300)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.join(''))
        const chunks = [0, ...cuts.toSorted((one, other) => one - other)].map((from, index, all) =>
          bytes.subarray(from, all[index + 1]),
        )
        expect(await read(...chunks)).toEqual(await read(bytes))
      }),
    )
  })

  it('is read up to its largest size', async () => {
    const line = `${hash}  ${'a'.repeat(15_000)}\n`
    const block = Buffer.from(line.repeat(10))
    async function* endless() {
      for (;;) yield block
    }
    let lines = 0
    const reading = async () => {
      for await (const _ of readReceipt(endless())) lines++
    }
    await expect(reading()).rejects.toThrow(ReceiptTooLarge)
    expect(lines).toBeGreaterThan(maxReceiptBytes / line.length - 11)
  })
})
