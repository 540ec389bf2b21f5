import type { RoleFields } from '@holdfast/contract'
import { permissionInWords } from '../../shared/access/permission-text.ts'
import { networksText } from '../../shared/forms/networks.ts'
import { text } from '../../shared/i18n/text.ts'
import type { RoleValues } from './role-values.ts'

/** Each field of a role as text. */
export const roleWords: Readonly<Record<keyof RoleFields, (values: RoleValues) => string>> = {
  description: ({ description }) => description,
  permissions: ({ permissions }) => permissions.map(permissionInWords).join('; '),
  payload_types: ({ payload_types }) =>
    payload_types ? payload_types.map((type) => text(`kind.${type}`)).join(', ') : text('roles.all_kinds'),
  cidr_ranges: ({ cidr_ranges }) => networksText(cidr_ranges),
  alert_permissions: ({ alert_permissions }) =>
    alert_permissions.map((permission) => text(`roles.alert_${permission}`)).join(', '),
  is_alertable: ({ is_alertable }) => text(is_alertable ? 'list.yes' : 'list.no'),
  test_cases: ({ test_cases }) => test_cases.map(({ description }) => description).join('; '),
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
