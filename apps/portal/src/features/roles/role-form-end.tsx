import { calls, type Role, type RoleVersion } from '@holdfast/contract'
import { useNavigate } from '@tanstack/react-router'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useSession } from '../../shared/session/use-session.ts'
import { HandOverPanel } from './hand-over-panel.tsx'
import { RoleHolders } from './role-holders.tsx'
import { fieldsOfRole, valuesOfRole } from './role-values.ts'
import { RoleVersions } from './role-versions.tsx'
import { textsOfRole } from './role-words.ts'
import type { useRoleForm } from './use-role-form.ts'

interface RoleFormEndProps {
  role: Role | null
  edit: ReturnType<typeof useRoleForm>
  /** Whether the person may not grant what the editor holds: they can't save it, only hand it over. */
  exceedsOwn: boolean
  onGoBack: (version: RoleVersion) => void
}

/** Below the fields of a role: saving it or handing it over, its versions, and its deletion. */
export const RoleFormEnd = ({ role, edit, exceedsOwn, onGoBack }: RoleFormEndProps) => {
  const navigate = useNavigate()
  const { form, refusal } = edit
  // Staff on a visit can't hand anything over.
  const isOnVisit = useSession().support !== null
  return (
    <>
      <EditEnd edit={edit} textsOf={textsOfRole} isReadOnly={exceedsOwn && !isOnVisit} disabled={exceedsOwn} />
      {!isOnVisit && (exceedsOwn || refusal?.code === 'access.exceeds_own') && (
        <HandOverPanel
          isOnlyWay={exceedsOwn}
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
          obstacle={role.member_count + role.app_count > 0 && <RoleHolders role={role} />}
        />
      )}
    </>
  )
}
