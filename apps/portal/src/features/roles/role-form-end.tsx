import { calls, type Role, type RoleVersion } from '@holdfast/contract'
import { useNavigate } from '@tanstack/react-router'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { HandOverPanel } from './hand-over-panel.tsx'
import { fieldsOfRole, valuesOfRole } from './role-values.ts'
import { RoleVersions } from './role-versions.tsx'
import { textsOfRole } from './role-words.ts'
import type { useRoleForm } from './use-role-form.ts'

interface RoleFormEndProps {
  role: Role | null
  edit: ReturnType<typeof useRoleForm>
  /** Whether the person may not grant what the editor holds. */
  exceedsOwn: boolean
  onGoBack: (version: RoleVersion) => void
}

/** Below the fields of a role: saving it or handing it over, its versions, and its deletion. */
export const RoleFormEnd = ({ role, edit, exceedsOwn, onGoBack }: RoleFormEndProps) => {
  const navigate = useNavigate()
  const { form, refusal } = edit
  return (
    <>
      <EditEnd edit={edit} textsOf={textsOfRole} />
      {(exceedsOwn || refusal?.code === 'access.exceeds_own') && (
        <HandOverPanel
          role_reference={form.values.role_reference}
          version={role?.version ?? 0}
          fields={fieldsOfRole(form.values)}
          isValid={() => !form.validate().hasErrors}
          onHandedOver={({ draft_reference }) => {
            // Nothing is left to save here.
            form.setValues(valuesOfRole(role))
            void navigate({ to: `/dashboard/access/role-drafts/${draft_reference}` })
          }}
        />
      )}
      {role && <RoleVersions role={role} onGoBack={onGoBack} />}
      {role && (
        <DeletePanel
          noun="roles"
          name={role.role_reference}
          call={calls.deleteRole}
          changes={[calls.listRoles]}
          input={{ params: { role_reference: role.role_reference } }}
        />
      )}
    </>
  )
}
