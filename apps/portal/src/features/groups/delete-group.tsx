import { calls, type Group } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'

/** Deletes a group that nobody and nothing belongs to; otherwise says who and what does. */
export const DeleteGroup = ({ group: { group_reference } }: { group: Group }) => {
  const t = useText()
  const navigate = useNavigate()
  const deleting = useSave({
    call: calls.deleteGroup,
    onSaved: () => {
      notice(text('form.deleted'), group_reference)
      void navigate({ to: '/dashboard/access/groups' })
    },
  })
  return (
    <Panel title={t('groups.delete')}>
      <Stack align="flex-start">
        {t('groups.delete_hint')}
        <Refusal refusal={deleting.refusal} />
        <ConfirmButton
          variant="default"
          label={t('form.delete')}
          title={t('groups.delete_title', { group: group_reference })}
          body={t('groups.delete_body')}
          isBusy={deleting.isSaving}
          onConfirm={() => deleting.save({ params: { group_reference } })}
        />
      </Stack>
    </Panel>
  )
}
