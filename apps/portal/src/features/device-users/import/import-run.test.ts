import type { ImportOutcome, ImportRow } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { sendInBatches } from './import-run.ts'

const outcome: ImportOutcome = {
  result: 'new',
  changes: [],
  moved_from: null,
  service: null,
  gaining: 0,
  version: 0,
  problems: [],
  code: null,
  message: null,
}
const rows = Array.from({ length: 250 }, (_, place) => ({
  number: place + 2,
  row: { device_user_reference: `person.${place}` },
  local: null,
}))

test('rows are sent 100 at a time, and after a failure from where it ended', async () => {
  const outcomes: (ImportOutcome | undefined)[] = rows.map(() => undefined)
  const sizes: number[] = []
  const progress: number[] = []
  let isDown = true
  const send = async (sent: ImportRow[]): Promise<ImportOutcome[]> => {
    if (isDown && sizes.length === 1) throw new Error('down')
    sizes.push(sent.length)
    return sent.map(() => outcome)
  }
  const options = {
    rows,
    indexes: rows.map((_, index) => index),
    outcomes,
    send,
    onProgress: (sent: number) => progress.push(sent),
  }
  await expect(sendInBatches({ ...options, signal: new AbortController().signal })).rejects.toThrow('down')
  expect(outcomes.filter(Boolean)).toHaveLength(100)
  isDown = false
  await sendInBatches({ ...options, signal: new AbortController().signal })
  expect(sizes).toEqual([100, 100, 50])
  expect(progress).toEqual([100, 200, 250])
  expect(outcomes.every(Boolean)).toBe(true)
  await sendInBatches({ ...options, signal: AbortSignal.abort() })
  expect(sizes).toHaveLength(3)
})
