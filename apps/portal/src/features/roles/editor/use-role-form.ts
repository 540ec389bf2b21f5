import { calls, type Role, RoleReference } from '@holdfast/contract'
import { callApi } from '../../../shared/api/client.ts'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { networksRule } from '../../../shared/forms/networks.ts'
import { useEdit } from '../../../shared/forms/use-edit.ts'
import { text } from '../../../shared/i18n/text.ts'
import { permissionsOfGrants } from '../grants/role-grants.ts'
import { fieldsOfRole, isWholeScope, type RoleValues, valuesOfRole } from '../grants/role-values.ts'

/**
 * The state of the role editor: values, problems, saving and conflicts.
 * @param copied what a new role begins with, but for its name
 */
export const useRoleForm = (role: Role | null, copied?: Role) => {
  return useEdit<RoleValues, Role, typeof calls.putRole>({
    item: role,
    call: calls.putRole,
    changes: [calls.listRoles],
    valuesOf: (item) => (item || !copied ? valuesOfRole(item) : { ...valuesOfRole(copied), role_reference: '' }),
    validate: {
      role_reference: fieldRule(RoleReference),
      scope: (scope) => (isWholeScope(scope) ? null : text('roles.scope_missing')),
      rules: (_, values) => (permissionsOfGrants(values).length === 0 ? text('roles.permissions_missing') : null),
      payload_types: (types) => (types?.length === 0 ? text('roles.kinds_missing') : null),
      cidr_ranges: networksRule,
    },
    inputOf: (values, version) => ({
      params: { role_reference: values.role_reference },
      body: { version, ...fieldsOfRole(values) },
    }),
    readLatest: ({ role_reference }, signal) => callApi(calls.getRole, { params: { role_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ role_reference }) => ['roles', role_reference],
  })
}
