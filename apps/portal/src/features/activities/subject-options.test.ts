import { messages } from '@holdfast/words/en-gb'
import { expect, test } from 'vitest'
import { subjectOptions } from './subject-options.ts'

const texts: Readonly<Record<string, string>> = messages
const findText = (id: string) => texts[id]
const role = { kind: 'role', reference: 'Desk', name: null, payload_type: null } as const
const person = { kind: 'portal_user', reference: 'priya.shah', name: 'Priya Shah', payload_type: null } as const

test('what was found is offered by its name, and stands in the filter by its reference', () => {
  expect(subjectOptions([role, person], 'Des', findText).found).toEqual([
    { value: 'role:Desk', label: 'Role Desk' },
    { value: 'portal_user:priya.shah', label: 'Person Priya Shah' },
  ])
  const matters = [
    { matter_reference: 'M-12', title: 'Two traders' },
    { matter_reference: 'General', title: 'General' },
  ]
  expect(subjectOptions([], 'M', findText, matters).found).toEqual([
    { value: 'matter:M-12', label: 'Matter Two traders · M-12' },
    { value: 'matter:General', label: 'Matter General' },
  ])
})

test('what was typed is offered as it stands, unless it was found', () => {
  const { typed } = subjectOptions([role], 'Desk', findText)
  expect(typed.map(({ value }) => value)).toEqual([
    'portal_user:Desk',
    'group:Desk',
    'tag:Desk',
    'app:Desk',
    'device:Desk',
    'device_user:Desk',
    'role_draft:Desk',
    'matter:Desk',
  ])
  expect(typed[0]?.label).toBe('Person Desk')
  expect(subjectOptions([], '', findText).typed).toEqual([])
})
