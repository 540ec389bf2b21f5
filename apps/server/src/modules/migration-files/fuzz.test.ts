import { expect, test } from 'vitest'
import { collected, inPieces } from '../../../../../tests/setup/in-pieces.ts'
import { damageableFiles, damageableRows, damaged, randomBelow } from '../../../test/damaged-files.ts'
import { type LegacyRow, readRows } from './index.ts'

const good = damageableRows

test.each(damageableFiles)('$name is read whole', async ({ name, text }) => {
  const rows = await collected(readRows({ name, bytes: inPieces(Buffer.from(text), 100) }, { timeZone: 'UTC' }))
  expect(rows.map(({ problem }) => problem)).toEqual(rows.map(() => null))
  expect(rows).toHaveLength(good)
})

test.each(damageableFiles)(
  '2,000 damaged copies of $name never stop the reading',
  { timeout: 120_000 },
  async ({ name, text }) => {
    const whole = await collected(readRows({ name, bytes: inPieces(Buffer.from(text), 1000) }, { timeZone: 'UTC' }))
    const known = new Set(whole.map(({ record }) => JSON.stringify(record)))
    let [kept, possible] = [0, 0]
    for (let seed = 0; seed < 2000; seed += 1) {
      const random = randomBelow(seed)
      const bytes = damaged(text, random)
      const rows: LegacyRow[] = []
      for await (const row of readRows({ name, bytes: inPieces(bytes, 1 + random(500)) }, { timeZone: 'UTC' }))
        rows.push(row)
      for (const row of rows) expect(row.record === null, `seed ${seed}`).toBe(row.problem !== null)
      expect(rows.map(({ rowNumber }) => rowNumber)).toEqual(rows.map((_, at) => at + 1))
      JSON.stringify(rows.map(({ cells }) => cells))
      // A file that is cut off has only what stands before.
      if (bytes.length >= Buffer.byteLength(text) - 40) {
        kept += new Set(rows.map(({ record }) => JSON.stringify(record)).filter((record) => known.has(record))).size
        possible += good
      }
    }
    expect(kept / possible).toBeGreaterThan(0.8)
  },
)
