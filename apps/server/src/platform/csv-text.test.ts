import { unescapedCell } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow } from './csv-text.ts'

/** Reads one row as RFC 4180 says. */
const cellsOf = (row: string): string[] =>
  [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

describe('a row of a CSV file', () => {
  it.each([
    ['nothing', [null, undefined, ''], ',,'],
    ['numbers and yes or no', [-1.5, 0, true, false], '-1.5,0,true,false'],
    ['a comma', ['a,b', 'c'], '"a,b",c'],
    ['quotes', ['say "yes"'], '"say ""yes"""'],
    ['line breaks', ['one\ntwo', 'three\rfour'], '"one\ntwo","three\rfour"'],
    ['formulas', ['=1+1', '+44', '-x', '@y', '＝1'], "'=1+1,'+44,'-x,'@y,'＝1"],
    ['apostrophes before formulas', ["'=1", "''+1", "it's"], "''=1,'''+1,it's"],
    ['formulas in later cells of other programs', ['a;=1', 'a\t=1', 'a\n=1'], "a;'=1,a\t'=1,\"a\n'=1\""],
    ['a tab or a line break at the beginning', ['\tx', '\nx'], '\'\tx,"\'\nx"'],
    ['times and ranges, which are no formulas', ['2026-01-31T12:00:00.000Z', 'a-b'], '2026-01-31T12:00:00.000Z,a-b'],
  ])('%s', (_what, cells, expected) => {
    expect(csvRow(cells)).toBe(`${expected}\r\n`)
  })

  it('reads back as it was written, without the apostrophes that were added', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'ab＝') })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        const read = cellsOf(csvRow(cells))
        expect(read).toHaveLength(cells.length)
        for (const [index, cell] of read.entries()) {
          expect(unescapedCell(cell)).toBe(cells[index])
          expect(cell).not.toMatch(/(?:^|[\n\r\t;])[=+\-@＝＋－＠]/)
        }
      }),
    )
  })
})
