import { calls, type Group } from '@holdfast/contract'
import { DeletePanel, useDeletion } from '../../shared/forms/delete-panel.tsx'

/** Deletes a group that nobody and nothing belongs to; otherwise says who and what does. */
export const DeleteGroup = ({ group: { group_reference } }: { group: Group }) => {
  const deleting = useDeletion({
    call: calls.deleteGroup,
    changes: [calls.listGroups],
    list: '/dashboard/access/groups',
    said: () => group_reference,
  })
  const remove = () => deleting.save({ params: { group_reference } })
  return <DeletePanel noun="groups" name={group_reference} deleting={deleting} onDelete={remove} />
}
