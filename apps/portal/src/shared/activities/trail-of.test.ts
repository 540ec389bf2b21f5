import { subjectInWords } from '@holdfast/words'
import { messages } from '@holdfast/words/en-gb'
import { expect, test } from 'vitest'
import { trailOf } from './trail-of.ts'

const texts: Readonly<Record<string, string>> = messages

test('the trail of something is named in words, whatever its name is', () => {
  const { search } = trailOf({ kind: 'role', reference: 'Desk: London' })
  expect(search.filter.subjects.map((subject) => subjectInWords(subject, (id) => texts[id]))).toEqual([
    'Role Desk: London',
  ])
})
