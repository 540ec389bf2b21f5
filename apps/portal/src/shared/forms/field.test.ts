import { OidcIssuer } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { type Field, rulesOf, textsOf } from './field.ts'

interface Values {
  app_reference: string
  oidc_config: { issuer: string }
  group: string | null
  roles: string[]
}

const empty: Values = { app_reference: '', oidc_config: { issuer: '' }, group: null, roles: [] }
const filled: Values = {
  app_reference: 'export',
  oidc_config: { issuer: 'https://issuer.example' },
  group: 'Rates',
  roles: ['Reader', 'Reviewer'],
}

const input = () => null
const issuer: Field<Values> = { name: 'oidc_config.issuer', label: 'apps.issuer', schema: OidcIssuer, input }

const problemWith = (values: Values, field: Field<Values>) => rulesOf(() => [field])(values)[field.name]

test('a value is checked by the schema of its field', () => {
  expect(problemWith(filled, issuer)).toBeNull()
  expect(problemWith({ ...filled, oidc_config: { issuer: 'ftp://issuer.example' } }, issuer)).toBeTruthy()
})

test('a required field must not be empty', () => {
  expect(problemWith(empty, issuer)).toBeNull()
  expect(problemWith(empty, { ...issuer, isRequired: true })).toBeTruthy()
  const group: Field<Values> = { name: 'group', label: 'people.group', schema: OidcIssuer, input }
  expect(problemWith(empty, group)).toBeNull()
  expect(problemWith(empty, { ...group, isRequired: true })).toBeTruthy()
})

test("the editor's own problem is told when the schema finds none", () => {
  expect(problemWith(filled, { ...issuer, problem: 'Taken' })).toBe('Taken')
})

test('a conflict compares the values of all fields but the reference, in words', () => {
  const fieldsOf = ({ roles }: Values): Field<Values>[] => [
    { name: 'app_reference', label: 'apps.reference', isReference: true, input },
    issuer,
    { name: 'group', label: 'people.group', input },
    { name: 'roles', label: 'people.roles', text: roles.join(' and '), input },
  ]
  expect(textsOf(fieldsOf)(filled)).toEqual({
    'apps.issuer': 'https://issuer.example',
    'people.group': 'Rates',
    'people.roles': 'Reader and Reviewer',
  })
  expect(textsOf(fieldsOf)(empty)).toEqual({ 'apps.issuer': '', 'people.group': '', 'people.roles': '' })
})
