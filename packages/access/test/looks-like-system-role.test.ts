import { expect, it } from 'vitest'
import { systemRoleLike } from '../src/index.ts'

it.each([
  ['Auditor', 'Auditor'],
  ['auditor', 'Auditor'],
  ['AUDlTOR', 'Auditor'],
  ['Aud1t0r', 'Auditor'],
  ['Account  Administrator', 'Account Administrator'],
  ['account_administrator', 'Account Administrator'],
  ['Account Adrninistrator', 'Account Administrator'],
  ['Compliance-Officer.', 'Compliance Officer'],
  ['InternaI Support', 'Internal Support'],
  ['Reviewer()', 'Reviewer'],
  ['Revievver', 'Reviewer'],
])('%s could be mistaken for %s', (name, taken) => {
  expect(systemRoleLike(name)).toBe(taken)
})

it.each(['Auditors', 'Auditor EMEA', 'Senior Reviewer', 'Administrator', 'Internal'])(
  '%s could not be mistaken for a system role',
  (name) => {
    expect(systemRoleLike(name)).toBeNull()
  },
)
