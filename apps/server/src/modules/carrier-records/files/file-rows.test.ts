import { setImmediate } from 'node:timers/promises'
import { limits } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { type FileRow, fileRows } from './file-rows.ts'

const format = { delimiter: ',', encoding: 'utf-8' } as const
async function* partsOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
const rowsOf = async (bytes: AsyncIterable<Uint8Array>): Promise<FileRow[]> => {
  const rows = []
  for await (const row of fileRows(bytes, format)) rows.push(row)
  return rows
}
const part = (text: string): string => text.repeat(Math.ceil((1024 * 1024) / text.length))

describe('reading a file', () => {
  it('keeps no column that a mapping could not name', async () => {
    const [row] = await rowsOf(partsOf(`${'1,'.repeat(30_000)}\n`))
    expect(row?.cells).toHaveLength(limits.maxCarrierColumns)
  })

  it.each([
    ['carriage returns alone', ',\r'],
    ['commas', `${','.repeat(60_000)}\n`],
    ['short rows', 'a,b\n'],
  ])('of %s lets others run meanwhile', async (_what, text) => {
    let [turns, isReading] = [0, true]
    const others = async () => {
      while (isReading) {
        await setImmediate()
        turns += 1
      }
    }
    const running = others()
    for await (const _ of fileRows(partsOf(part(text)), format));
    isReading = false
    await running
    expect(turns).toBeGreaterThan(100)
  })

  it('ends where a quotation mark is not closed, with the rows before it', async () => {
    let parts = 0
    const counted = async function* () {
      for await (const bytes of partsOf('a,b\n1,2\n"never closed,', ...Array.from({ length: 5 }, () => part('x,')))) {
        parts += 1
        yield bytes
      }
    }
    const rows = await rowsOf(counted())
    expect(rows.slice(0, 2).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(rows.at(-1)?.cells).toBeNull()
    expect(parts).toBe(2)
  })
})
