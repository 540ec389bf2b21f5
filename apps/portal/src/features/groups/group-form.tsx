import { calls, type Group as GroupRecord, GroupReference, type GroupTag, type TagDefinition } from '@holdfast/contract'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Difference, EditConflict } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLatest } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { GroupTagsInput } from './group-tags-input.tsx'

interface GroupFormProps {
  /** null: a new one. */
  group: GroupRecord | null
  definitions: readonly TagDefinition[]
  isReadOnly: boolean
}

const requiredTags = (definitions: readonly TagDefinition[]): GroupTag[] =>
  definitions
    .filter(({ is_required }) => is_required)
    .map(({ tag_key, default_value }) => ({ tag_key, tag_value: default_value ?? '' }))

const asText = (tags: readonly GroupTag[]): string =>
  tags.map(({ tag_key, tag_value }) => `${tag_key}: ${tag_value}`).join(', ') || text('form.none')

/** The reference (once) and the tags of a group. */
export const GroupForm = ({ group, definitions, isReadOnly }: GroupFormProps) => {
  const t = useText()
  const navigate = useNavigate()
  const [version, setVersion] = useState(group?.version ?? 0)
  const form = useForm({
    initialValues: {
      group_reference: group?.group_reference ?? '',
      tags: (group?.tags ?? requiredTags(definitions)) as GroupTag[],
    },
    validateInputOnBlur: true,
    validate: { group_reference: fieldRule(GroupReference) },
  })
  const params = { group_reference: group?.group_reference ?? form.values.group_reference }
  const saving = useSave({
    call: calls.putGroup,
    onFieldErrors: form.setErrors,
    onSaved: (saved) => {
      notice(text('form.saved'), saved.group_reference)
      void navigate({
        to: '/dashboard/access/groups/$group_reference',
        params: { group_reference: saved.group_reference },
      })
      form.setValues({ tags: [...saved.tags] })
      setVersion(saved.version)
    },
  })
  const isConflict = saving.refusal?.code === 'edit.conflict'
  const theirs = useLatest(calls.getGroup, isConflict ? params : null).data
  const differences: Difference[] = theirs
    ? [{ field: t('groups.tags'), theirs: asText(theirs.tags), mine: asText(form.values.tags) }]
    : []
  const goOnFrom = (tags: readonly GroupTag[]) => {
    setVersion(theirs?.version ?? version)
    form.setValues({ tags: [...tags] })
    saving.forget()
  }
  return (
    <Panel title={t(group ? 'groups.tags' : 'groups.about')}>
      <form onSubmit={form.onSubmit(({ tags }) => saving.save({ params, body: { version, tags } }))} noValidate>
        <Stack>
          {!group && (
            <TextInput
              label={t('groups.reference')}
              description={t('groups.reference_hint')}
              withAsterisk
              data-autofocus
              {...form.getInputProps('group_reference')}
            />
          )}
          <GroupTagsInput
            tags={form.values.tags}
            definitions={definitions}
            errors={form.errors}
            isReadOnly={isReadOnly}
            onChange={(tags) => form.setFieldValue('tags', tags)}
          />
          {isConflict && theirs ? (
            <EditConflict
              differences={differences}
              changedBy={theirs.updated_by}
              onTakeTheirs={() => goOnFrom(theirs.tags)}
              onKeepMine={() => goOnFrom(form.values.tags)}
            />
          ) : (
            <Refusal refusal={saving.refusal} items={problemsOfTags(saving.refusal?.details)} />
          )}
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={saving.isSaving}>
                {t(group ? 'form.save' : 'form.create')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  )
}

/** `group.tags_invalid` names each tag with what is wrong. */
const problemsOfTags = (details: Readonly<Record<string, unknown>> | undefined): string[] => {
  const { problems } = details ?? {}
  if (!Array.isArray(problems)) return []
  return problems.map(({ tag_key, problem }) => `${tag_key}: ${text(`tags.problem_${problem as TagProblemName}`)}`)
}
type TagProblemName = 'not_defined' | 'value_not_allowed' | 'missing'
