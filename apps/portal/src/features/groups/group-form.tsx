import { calls, type Group, GroupReference, type GroupTag, type TagDefinition } from '@holdfast/contract'
import { Stack, TextInput } from '@mantine/core'
import { AccessGainsNote } from '../../shared/access/access-gains-note.tsx'
import { useAccessGains } from '../../shared/access/use-access-gains.ts'
import { callApi } from '../../shared/api/client.ts'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { GroupTagsInput } from './group-tags-input.tsx'

interface GroupFormProps {
  /** `null` when creating. */
  group: Group | null
  definitions: readonly TagDefinition[]
  isReadOnly: boolean
}

interface Values {
  group_reference: string
  tags: readonly GroupTag[]
}

const requiredTags = (definitions: readonly TagDefinition[]): GroupTag[] =>
  definitions
    .filter(({ is_required }) => is_required)
    .map(({ tag_key, default_value }) => ({ tag_key, tag_value: default_value ?? '' }))

/** The saved tags; none for a new group. */
const savedOf = (group: Group | null): Values => ({ group_reference: '', tags: group?.tags ?? [] })

const asText = ({ tags }: Values): string => tags.map(({ tag_key, tag_value }) => `${tag_key}: ${tag_value}`).join(', ')

/** The reference (only when creating) and the tags of a group. */
export const GroupForm = ({ group, definitions, isReadOnly }: GroupFormProps) => {
  const t = useText()
  const edit = useEdit({
    item: group,
    call: calls.putGroup,
    changes: [calls.listGroups],
    valuesOf: (one: Group | null): Values => ({
      group_reference: one?.group_reference ?? '',
      tags: one?.tags ?? requiredTags(definitions),
    }),
    validate: { group_reference: fieldRule(GroupReference) },
    inputOf: ({ group_reference, tags }, version) => ({
      params: { group_reference },
      body: { version, tags: [...tags] },
    }),
    readLatest: ({ group_reference }, signal) => callApi(calls.getGroup, { params: { group_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ group_reference }) => ['groups', group_reference],
  })
  const { form } = edit
  const { group_reference, tags } = form.values
  const isLookedAt =
    !isReadOnly && fieldRule(GroupReference)(group_reference) === null && asText(form.values) !== asText(savedOf(group))
  const access = useAccessGains({
    call: calls.previewGroup,
    input: isLookedAt ? { params: { group_reference }, body: { tags: [...tags] } } : null,
    refusal: edit.refusal,
  })
  const save = () => edit.save({ query: { accept_gains: access.isAccepted } })
  return (
    <Panel title={t(group ? 'groups.tags' : 'groups.about')}>
      <form onSubmit={form.onSubmit(save)} noValidate>
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
          <AccessGainsNote gains={access.gains} isAccepted={access.isAccepted} onAccept={access.accept} />
          <EditEnd
            edit={edit}
            isReadOnly={isReadOnly}
            textsOf={(values) => ({ 'groups.tags': asText(values) })}
            items={problemsOfTags(edit.refusal?.details)}
          />
        </Stack>
      </form>
    </Panel>
  )
}

/** One text for each tag in the details of `group.tags_invalid`. */
const problemsOfTags = (details: Readonly<Record<string, unknown>> | undefined): string[] => {
  const { problems } = details ?? {}
  if (!Array.isArray(problems)) return []
  return problems.map(({ tag_key, problem }) => `${tag_key}: ${text(`tags.problem_${problem as TagProblemName}`)}`)
}
type TagProblemName = 'not_defined' | 'value_not_allowed' | 'missing'
