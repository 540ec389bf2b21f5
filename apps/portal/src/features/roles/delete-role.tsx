import { calls, type Role } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'

/** Deletes a role that nobody has; otherwise says who does. */
export const DeleteRole = ({ role: { role_reference } }: { role: Role }) => {
  const t = useText()
  const navigate = useNavigate()
  const deleting = useSave({
    call: calls.deleteRole,
    onSaved: () => {
      notice(text('form.deleted'), role_reference)
      void navigate({ to: '/dashboard/access/roles' })
    },
  })
  return (
    <Panel title={t('roles.delete')}>
      <Stack align="flex-start">
        {t('roles.delete_hint')}
        <Refusal refusal={deleting.refusal} />
        <ConfirmButton
          variant="default"
          label={t('form.delete')}
          title={t('roles.delete_title', { role: role_reference })}
          body={t('roles.delete_body')}
          isBusy={deleting.isSaving}
          onConfirm={() => deleting.save({ params: { role_reference } })}
        />
      </Stack>
    </Panel>
  )
}
