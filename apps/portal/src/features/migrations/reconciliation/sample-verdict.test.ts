import { expect, test } from 'vitest'
import { sampleVerdict } from './sample-verdict.ts'

test('a sample is good only if all of it was opened and is the same', () => {
  const verdictOf = (sample_opened: number, sample_failures: number) =>
    sampleVerdict({ sample_size: 3, sample_opened, sample_failures })
  expect(verdictOf(3, 0)).toEqual({ tone: 'good', text: 'migrations.sample_same' })
  expect(verdictOf(2, 0)).toEqual({ tone: 'warn', text: 'migrations.sample_same' })
  expect(verdictOf(0, 0)).toEqual({ tone: 'neutral', text: 'migrations.sample_unopened' })
  expect(verdictOf(0, 1)).toEqual({ tone: 'bad', text: 'migrations.sample_different' })
})
