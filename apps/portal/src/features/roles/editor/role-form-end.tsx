import { calls, type Role, type RoleDraftDetail, type RoleVersion } from '@holdfast/contract'
import { HandOver } from '../../../shared/access/hand-over.tsx'
import { handOverHint } from '../../../shared/access/hand-over-reason.ts'
import { DeletePanel } from '../../../shared/forms/delete-panel.tsx'
import { EditEnd } from '../../../shared/forms/form-end.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { fieldsOfRole, valuesOfRole } from '../grants/role-values.ts'
import { RoleVersions } from '../history/role-versions.tsx'
import { textsOfRole } from '../preview/role-words.ts'
import { RoleHolders } from './role-holders.tsx'
import type { useRoleForm } from './use-role-form.ts'

interface RoleFormEndProps {
  role: Role | null
  edit: ReturnType<typeof useRoleForm>
  /** Whether the person may not grant what the editor holds: they can't save it, only hand it over. */
  exceedsOwn: boolean
  /** The handed-over change that is being edited. Handing over replaces it. */
  draft: RoleDraftDetail | undefined
  onGoBack: (version: RoleVersion) => void
}

/** Below the fields of a role: saving it or handing it over, its versions, and its deletion. */
export const RoleFormEnd = ({ role, edit, exceedsOwn: isBeyondOwn, draft, onGoBack }: RoleFormEndProps) => {
  const t = useText()
  const { form, refusal } = edit
  const exceedsOwn = isBeyondOwn || draft !== undefined
  const reason = handOverHint(refusal)
  // Staff on a visit can't hand anything over.
  const isOnVisit = useSession().support !== null
  const isHandedOver = !isOnVisit && (exceedsOwn || reason !== null)
  return (
    <>
      <EditEnd
        tellsChange
        edit={edit}
        textsOf={textsOfRole}
        isReadOnly={exceedsOwn && !isOnVisit}
        disabled={exceedsOwn}
      />
      {isHandedOver && (
        <Panel title={t('role_drafts.hand_over')}>
          <HandOver
            call={calls.handOverRole}
            isOnlyWay={exceedsOwn}
            isTitled
            input={(note) => {
              const { role_reference } = form.values
              return {
                body: {
                  role_reference,
                  version: role?.version ?? 0,
                  ...fieldsOfRole(form.values),
                  note,
                  ...(draft && { replaces: draft.draft_reference }),
                },
              }
            }}
            formerNote={draft?.note}
            hint={
              draft
                ? 'role_drafts.replaces_hint'
                : exceedsOwn
                  ? 'role_drafts.hand_over_hint'
                  : (reason ?? 'role_drafts.hand_over_hint')
            }
            isValid={edit.isValid}
            onHandedOver={() => form.setValues(valuesOfRole(role))}
          />
        </Panel>
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
