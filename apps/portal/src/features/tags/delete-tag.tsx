import { calls, type TagDefinition } from '@holdfast/contract'
import { DeletePanel, useDeletion } from '../../shared/forms/delete-panel.tsx'
import { text } from '../../shared/i18n/text.ts'
import { brokenGroups } from './broken-groups.ts'
import { ForceButton } from './force-button.tsx'

/** Deletes a definition; groups that have the tag lose it only when the person says so. */
export const DeleteTag = ({ tag: { tag_key } }: { tag: TagDefinition }) => {
  const deleting = useDeletion({
    call: calls.deleteTag,
    changes: [calls.listTags, calls.listGroups],
    list: '/dashboard/access/tags',
    said: ({ changed_total }) => (changed_total > 0 ? text('tags.changed_groups', { count: changed_total }) : tag_key),
  })
  const remove = (force_update: boolean) => deleting.save({ params: { tag_key }, query: { force_update } })
  const broken = brokenGroups(deleting.refusal)
  return (
    <DeletePanel noun="tags" name={tag_key} deleting={deleting} items={broken} onDelete={() => remove(false)}>
      {broken.length > 0 && (
        <ForceButton label="tags.force_delete" isBusy={deleting.isSaving} onClick={() => remove(true)} />
      )}
    </DeletePanel>
  )
}
