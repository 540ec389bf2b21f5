import type { RoleFields, RoleTestCase } from '@holdfast/contract'
import { permissionInWords } from '../../../shared/access/permission-text.ts'
import type { FieldTexts } from '../../../shared/forms/edit-conflict.tsx'
import { networksText } from '../../../shared/forms/networks.ts'
import { text } from '../../../shared/i18n/text.ts'
import { permissionsOfGrants } from '../grants/role-grants.ts'
import type { RoleValues } from '../grants/role-values.ts'

/** Each field of a role as text. */
export const roleWords: Readonly<Record<keyof RoleFields, (values: RoleValues) => string>> = {
  description: ({ description }) => description,
  permissions: (values) => permissionsOfGrants(values).map(permissionInWords).join('; '),
  payload_types: ({ payload_types }) =>
    payload_types ? payload_types.map((type) => text(`kind.${type}`)).join(', ') : text('roles.all_kinds'),
  cidr_ranges: ({ cidr_ranges }) => networksText(cidr_ranges),
  alert_permissions: ({ alert_permissions }) =>
    alert_permissions.map((permission) => text(`roles.alert_${permission}`)).join(', '),
  is_alertable: ({ is_alertable }) => text(is_alertable ? 'list.yes' : 'list.no'),
  test_cases: ({ test_cases }) => test_cases.map(testCaseInWords).join('; '),
}

export const roleTitles = {
  description: 'roles.description',
  permissions: 'roles.permissions_title',
  payload_types: 'roles.kinds',
  cidr_ranges: 'roles.networks',
  alert_permissions: 'roles.alert_permissions',
  is_alertable: 'roles.alertable',
  test_cases: 'roles.tests',
} as const satisfies Record<keyof RoleFields, string>

const testCaseInWords = ({ description, action, is_allowed, ...asked }: RoleTestCase): string =>
  [
    description,
    text(`action.${action}`),
    asked.group_reference,
    asked.payload_type && text(`kind.${asked.payload_type}`),
    asked.address,
    text(is_allowed ? 'roles.test_allowed' : 'roles.test_refused'),
  ]
    .filter(Boolean)
    .join(' · ')

export const textsOfRole = (values: RoleValues): FieldTexts =>
  Object.fromEntries(
    (Object.keys(roleTitles) as (keyof RoleFields)[]).map((field) => [roleTitles[field], roleWords[field](values)]),
  )
