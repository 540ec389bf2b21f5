import { calls, type Group, GroupReference, type GroupTag, type TagDefinition } from '@holdfast/contract'
import { TextInput } from '@mantine/core'
import { AccessGainsNote } from '../../shared/access/access-gains-note.tsx'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { handOverBeforehand, handOverHint } from '../../shared/access/hand-over-reason.ts'
import { useAccessGains } from '../../shared/access/use-access-gains.ts'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { GroupTagsInput } from './group-tags-input.tsx'
import { definitionsByKey, tagProblem } from './tag-problem.ts'

interface GroupFormProps {
  /** `null` when creating. */
  group: Group | null
  definitions: readonly TagDefinition[]
  isReadOnly: boolean
}

type Values = Pick<Group, 'group_reference' | 'tags'>

const requiredTags = (definitions: readonly TagDefinition[]): GroupTag[] =>
  definitions
    .filter(({ is_required }) => is_required)
    .map(({ tag_key, default_value }) => ({ tag_key, tag_value: default_value ?? '' }))

const textOfTags = (tags: readonly GroupTag[]): string =>
  tags.map(({ tag_key, tag_value }) => `${tag_key}: ${tag_value}`).join(', ')

const problemOf = (tags: readonly GroupTag[], definitions: readonly TagDefinition[]): string | null => {
  const known = definitionsByKey(definitions)
  return tags.some((tag) => tagProblem(tag, known)) ? text('groups.tags_not_chosen') : null
}

const fieldsWith =
  (definitions: readonly TagDefinition[]) =>
  ({ tags }: Values): readonly Field<Values>[] => [
    {
      name: 'group_reference',
      label: 'groups.reference',
      hint: 'groups.reference_hint',
      isReference: true,
      isRequired: true,
      schema: GroupReference,
      input: (props) => <TextInput {...props} data-autofocus />,
    },
    {
      name: 'tags',
      label: 'groups.tags',
      problem: problemOf(tags, definitions),
      text: textOfTags(tags),
      input: ({ disabled, onChange }, { errors }) => (
        <GroupTagsInput
          tags={tags}
          definitions={definitions}
          errors={errors}
          isReadOnly={disabled}
          onChange={onChange}
        />
      ),
    },
  ]

/** The reference (only when creating) and the tags of a group. */
export const GroupForm = ({ group, definitions, isReadOnly }: GroupFormProps) => {
  const t = useText()
  const fieldsOf = fieldsWith(definitions)
  const edit = useEdit({
    item: group,
    call: calls.putGroup,
    changes: [calls.listGroups],
    valuesOf: (saved: Group | null): Values => saved ?? { group_reference: '', tags: requiredTags(definitions) },
    validate: rulesOf(fieldsOf),
    inputOf: ({ group_reference, tags }, version) => ({ params: { group_reference }, body: { version, tags } }),
    readLatest: ({ group_reference }, signal) => callApi(calls.getGroup, { params: { group_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ group_reference }) => ['groups', group_reference],
  })
  const { group_reference, tags } = edit.form.values
  const isLookedAt =
    !isReadOnly &&
    fieldRule(GroupReference)(group_reference) === null &&
    problemOf(tags, definitions) === null &&
    textOfTags(tags) !== textOfTags(group?.tags ?? [])
  const access = useAccessGains({
    call: calls.previewGroup,
    input: isLookedAt ? { params: { group_reference }, body: { tags } } : null,
    refusal: edit.refusal,
  })
  const isBeyondOwn = (access.gains?.beyond_own_total ?? 0) > 0
  const { needsSecondPerson } = access
  const hint = isReadOnly
    ? null
    : (handOverHint(edit.refusal) ?? handOverBeforehand({ needsSecondPerson, isBeyondOwn }))
  return (
    <RecordEditor
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      disabled={needsSecondPerson}
      title={t(group ? 'groups.tags' : 'groups.about')}
      onSave={() => edit.save({ query: { accept_gains: access.isAccepted } })}
      items={problemsOfTags(edit.refusal?.details)}
      result={
        hint && (
          <HandOver
            call={calls.handOverGroup}
            input={(note) => ({ params: { group_reference }, body: { version: group?.version ?? 0, tags, note } })}
            hint={hint}
            isOnlyWay={needsSecondPerson}
            isValid={edit.isValid}
            onHandedOver={() => edit.form.reset()}
          />
        )
      }
    >
      <AccessGainsNote {...access} />
    </RecordEditor>
  )
}

/** One text for each tag in the details of `group.tags_invalid`. */
const problemsOfTags = (details: Readonly<Record<string, unknown>> | undefined): string[] => {
  const { problems } = details ?? {}
  if (!Array.isArray(problems)) return []
  return problems.map(({ tag_key, problem }) => `${tag_key}: ${text(`tags.problem_${problem as TagProblemName}`)}`)
}
type TagProblemName = 'not_defined' | 'value_not_allowed' | 'missing'
