import { calls, type Role } from '@holdfast/contract'
import { DeletePanel, useDeletion } from '../../shared/forms/delete-panel.tsx'

/** Deletes a role that nobody has; otherwise says who does. */
export const DeleteRole = ({ role: { role_reference } }: { role: Role }) => {
  const deleting = useDeletion({
    call: calls.deleteRole,
    changes: [calls.listRoles],
    list: '/dashboard/access/roles',
    said: () => role_reference,
  })
  const remove = () => deleting.save({ params: { role_reference } })
  return <DeletePanel noun="roles" name={role_reference} deleting={deleting} onDelete={remove} />
}
