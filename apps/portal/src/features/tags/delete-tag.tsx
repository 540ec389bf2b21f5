import { calls, type TagDefinition } from '@holdfast/contract'
import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { brokenGroups } from './broken-groups.ts'

/** Deletes a definition; groups that have the tag lose it only when the person says so. */
export const DeleteTag = ({ tag: { tag_key } }: { tag: TagDefinition }) => {
  const t = useText()
  const navigate = useNavigate()
  const deleting = useSave({
    call: calls.deleteTag,
    onSaved: ({ changed_total }) => {
      notice(text('form.deleted'), changed_total > 0 ? text('tags.changed_groups', { count: changed_total }) : tag_key)
      void navigate({ to: '/dashboard/access/tags' })
    },
  })
  const remove = (force_update: boolean) => deleting.save({ params: { tag_key }, query: { force_update } })
  const broken = brokenGroups(deleting.refusal)
  return (
    <Panel title={t('tags.delete')}>
      <Stack align="flex-start">
        {t('tags.delete_hint')}
        <Refusal refusal={deleting.refusal} items={broken}>
          {broken.length > 0 && (
            <Button mt="sm" size="xs" color="red" loading={deleting.isSaving} onClick={() => remove(true)}>
              {t('tags.force_delete')}
            </Button>
          )}
        </Refusal>
        <ConfirmButton
          variant="default"
          label={t('form.delete')}
          title={t('tags.delete_title', { key: tag_key })}
          body={t('tags.delete_body')}
          isBusy={deleting.isSaving}
          onConfirm={() => remove(false)}
        />
      </Stack>
    </Panel>
  )
}
