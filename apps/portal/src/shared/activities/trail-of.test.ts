import { expect, test } from 'vitest'
import { messages } from '../i18n/en-gb/index.ts'
import { subjectInWords, trailOf } from './trail-of.ts'

const texts: Readonly<Record<string, string>> = messages

test('the trail of something is named in words, whatever its name is', () => {
  const { search } = trailOf({ kind: 'role', reference: 'Desk: London' })
  expect(search.filter.subjects.map((subject) => subjectInWords(subject, (id) => texts[id]))).toEqual([
    'Role Desk: London',
  ])
})
