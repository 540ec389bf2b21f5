import { calls, type TagDefinition } from '@holdfast/contract'
import { Button, Stack } from '@mantine/core'
import { AccessGainsNote } from '../../shared/access/access-gains-note.tsx'
import { gainsOfRefusal } from '../../shared/access/gains-in-words.ts'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { handOverHint } from '../../shared/access/hand-over-reason.ts'
import { useAccessGains } from '../../shared/access/use-access-gains.ts'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import type { Saving } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { brokenGroups } from './broken-groups.ts'

const solvable: ReadonlySet<string | undefined> = new Set([
  'tag.breaks_groups',
  'access.opens_to_others',
  'access.needs_second_person',
])

/** Deletes a definition. If groups have the tag, the person has to confirm that it is removed from them. */
export const DeleteTag = ({ tag }: { tag: TagDefinition }) => {
  const { tag_key } = tag
  return (
    <DeletePanel
      noun="tags"
      name={tag_key}
      call={calls.deleteTag}
      changes={[calls.listTags, calls.listGroups]}
      input={{ params: { tag_key }, query: {} }}
      said={({ changed_total: count }) => (count > 0 ? text('tags.changed_groups', { count }) : tag_key)}
      obstaclesOf={brokenGroups}
      isSolvable={(refusal) => refusal !== null && solvable.has(refusal.code)}
    >
      {(deleting) => <ForcedDeletion tag={tag} deleting={deleting} />}
    </DeletePanel>
  )
}

interface ForcedDeletionProps {
  tag: TagDefinition
  deleting: Saving<typeof calls.deleteTag>
}

/** Who gains and loses access if groups lose the tag, and the button that removes it from them. */
const ForcedDeletion = ({ tag: { tag_key, version }, deleting: { save, isSaving, refusal } }: ForcedDeletionProps) => {
  const t = useText()
  const { gains, losses } = useAccessGains({
    call: calls.previewTag,
    input: { params: { tag_key }, body: { definition: null } },
    refusal,
  })
  const accept_gains = gainsOfRefusal(refusal) !== undefined
  const hint = handOverHint(refusal)
  return (
    <Stack mt="sm" gap="sm" align="flex-start">
      <AccessGainsNote gains={gains} losses={losses} />
      {refusal?.code !== 'access.needs_second_person' && (
        <Button
          size="xs"
          color="red"
          loading={isSaving}
          onClick={() => save({ params: { tag_key }, query: { force_update: true, accept_gains } })}
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
    </Stack>
  )
}
