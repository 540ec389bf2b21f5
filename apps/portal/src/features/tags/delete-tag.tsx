import { calls, type TagDefinition } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { gainInWords, gainsOfRefusal } from '../../shared/access/gains-in-words.ts'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { handOverHint } from '../../shared/access/hand-over-reason.ts'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { text, useText } from '../../shared/i18n/text.ts'
import { brokenGroups } from './broken-groups.ts'

/** Deletes a definition. If groups have the tag, the person has to confirm that it is removed from them. */
export const DeleteTag = ({ tag: { tag_key, version } }: { tag: TagDefinition }) => {
  const t = useText()
  const input = { params: { tag_key }, query: {} }
  return (
    <DeletePanel
      noun="tags"
      name={tag_key}
      call={calls.deleteTag}
      changes={[calls.listTags, calls.listGroups]}
      input={input}
      said={({ changed_total: count }) => (count > 0 ? text('tags.changed_groups', { count }) : tag_key)}
      obstaclesOf={(refusal) => [
        ...brokenGroups(refusal),
        ...(gainsOfRefusal(refusal)?.assignees ?? []).map(gainInWords),
      ]}
    >
      {({ save, isSaving, refusal }) => {
        const accept_gains = gainsOfRefusal(refusal) !== undefined
        const hint = handOverHint(refusal)
        return (
          <>
            {refusal?.code !== 'access.needs_second_person' && (
              <Button
                mt="sm"
                size="xs"
                color="red"
                loading={isSaving}
                onClick={() => save({ ...input, query: { force_update: true, accept_gains } })}
              >
                {t(accept_gains ? 'gains.delete' : 'tags.force_delete')}
              </Button>
            )}
            {hint && (
              <HandOver
                call={calls.handOverTag}
                input={(note) => ({ params: { tag_key }, body: { version, definition: null, note } })}
                hint={hint}
              />
            )}
          </>
        )
      }}
    </DeletePanel>
  )
}
