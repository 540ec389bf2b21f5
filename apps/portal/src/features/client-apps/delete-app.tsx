import { type ClientAppConfiguration, calls } from '@holdfast/contract'
import { DeletePanel, useDeletion } from '../../shared/forms/delete-panel.tsx'

/** Deletes an app, once its name was typed: what runs under it stops. */
export const DeleteApp = ({ app: { app_reference } }: { app: ClientAppConfiguration }) => {
  const deleting = useDeletion({
    call: calls.deleteApp,
    changes: [calls.listApps, calls.listRoles],
    list: '/dashboard/account/apps',
    said: () => app_reference,
  })
  const remove = () => deleting.save({ params: { app_reference } })
  return <DeletePanel noun="apps" name={app_reference} isTyped deleting={deleting} onDelete={remove} />
}
