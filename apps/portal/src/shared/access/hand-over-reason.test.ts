import type { Granting } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { canNobodyGrant, handOverHint } from './hand-over-reason.ts'

const granter = (user_reference: string, ...roles: string[]): Granting['granters'][number] => ({
  user_reference,
  display_name: user_reference,
  actions: [],
  roles,
})
const granting = (...granters: Granting['granters']): Granting => ({
  actions: [],
  roles: ['Officer', 'Desk'],
  granters,
})

it.each<[string, Granting | undefined, string[], boolean]>([
  ['nobody, if nobody can give the role', granting(), ['Officer'], true],
  [
    'nobody, if nobody can give both',
    granting(granter('olga', 'Officer'), granter('ada', 'Desk')),
    ['Officer', 'Desk'],
    true,
  ],
  ['somebody, if one person can give both', granting(granter('olga', 'Officer', 'Desk')), ['Officer', 'Desk'], false],
  ['the reader, if they can give the role', granting(), ['Auditor'], false],
  ['perhaps somebody, while it is not known', undefined, ['Officer'], false],
  [
    'perhaps somebody, if more people can give something than are named',
    granting(...Array.from({ length: 10 }, (_, index) => granter(`p${index}`, 'Desk'))),
    ['Officer'],
    false,
  ],
])('%s', (_, known, roles, expected) => {
  expect(canNobodyGrant(known, roles)).toBe(expected)
})

it.each([
  ['access.exceeds_own', 'role_drafts.hand_over_other_hint'],
  ['access.ends_sooner', 'role_drafts.hand_over_other_hint'],
  ['access.needs_second_person', 'role_drafts.second_person_hint'],
  ['edit.conflict', null],
] as const)('what was refused with %s can be handed over: %s', (code, hint) => {
  expect(handOverHint(new ApiError(403, { code }))).toBe(hint)
})
