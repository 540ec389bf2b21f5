import {
  calls,
  checkTagDefinition,
  type TagChange,
  type TagDefinition,
  TagKey,
  type TagRules,
} from '@holdfast/contract'
import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AccessGainsNote } from '../../shared/access/access-gains-note.tsx'
import { gainsOfRefusal } from '../../shared/access/gains-in-words.ts'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { handOverBeforehand, handOverHint } from '../../shared/access/hand-over-reason.ts'
import { useAccessGains } from '../../shared/access/use-access-gains.ts'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { brokenGroups } from './broken-groups.ts'
import { ChangedGroups } from './changed-groups.tsx'
import { TagValuesInput } from './tag-values-input.tsx'

interface TagFormProps {
  /** `null` when creating. */
  tag: TagDefinition | null
  isReadOnly: boolean
}

interface Values extends Omit<TagRules, 'default_value'> {
  tag_key: string
  default_value: string
}

const valuesOf = (tag: TagDefinition | null): Values =>
  tag
    ? { ...tag, default_value: tag.default_value ?? '' }
    : { tag_key: '', tag_values: [], is_required: false, default_value: '' }

const definitionOf = ({ tag_values, is_required, default_value }: Values): TagRules => ({
  tag_values,
  is_required,
  default_value: default_value || null,
})

const fieldsOf = (values: Values): readonly Field<Values>[] => {
  const { tag_values, is_required } = values
  const problems = checkTagDefinition(definitionOf(values))
  const defaultProblem = problems.find((problem) => problem !== 'values_missing')
  return [
    {
      name: 'tag_key',
      label: 'tags.key',
      hint: 'tags.key_hint',
      isReference: true,
      isRequired: true,
      schema: TagKey,
      input: (props) => <TextInput {...props} data-autofocus />,
    },
    {
      name: 'tag_values',
      label: 'tags.values',
      problem: problems.includes('values_missing') ? text('tags.values_missing') : null,
      text: tag_values === null ? text('tags.any_value') : tag_values.join(', ') || text('tags.no_value'),
      input: ({ error, disabled, onChange }) => (
        <TagValuesInput values={tag_values} error={error} isReadOnly={disabled} onChange={onChange} />
      ),
    },
    {
      name: 'is_required',
      label: 'tags.required',
      hint: 'tags.required_hint',
      input: (props) => <Switch {...props} />,
    },
    {
      name: 'default_value',
      label: 'tags.default',
      hint: 'tags.default_hint',
      isRequired: is_required,
      problem: defaultProblem ? text(`tags.${defaultProblem}`) : null,
      input: (props) => <TextInput {...props} maxLength={255} />,
    },
  ]
}

/** The key of a tag, the values that it may have, and whether every group needs it. */
export const TagForm = ({ tag, isReadOnly }: TagFormProps) => {
  const t = useText()
  const [change, setChange] = useState<TagChange | null>(null)
  const edit = useEdit({
    item: tag,
    call: calls.putTag,
    changes: [calls.listTags, calls.listGroups],
    valuesOf,
    validate: rulesOf(fieldsOf),
    inputOf: (values, version) => ({ params: { tag_key: values.tag_key }, body: { version, ...definitionOf(values) } }),
    readLatest: ({ tag_key }, signal) => callApi(calls.getTag, { params: { tag_key }, signal }),
    onSaved: (saved) => {
      if (saved.changed_total > 0) setChange(saved)
      return saved.tag
    },
    subject: ({ tag_key }) => ['tags', tag_key],
  })
  const definition = definitionOf(edit.form.values)
  const isLookedAt = tag !== null && !isReadOnly && checkTagDefinition(definition).length === 0
  const isChanged = JSON.stringify(definition) !== JSON.stringify(definitionOf(valuesOf(tag)))
  const access = useAccessGains({
    call: calls.previewTag,
    input: isLookedAt && isChanged ? { params: { tag_key: tag.tag_key }, body: { definition } } : null,
    refusal: edit.refusal,
  })
  const save = (force_update: boolean) => {
    setChange(null)
    edit.save({ query: { force_update, accept_gains: access.isAccepted } })
  }
  const broken = brokenGroups(edit.refusal)
  const isBeyondOwn = (access.gains?.beyond_own_total ?? 0) > 0
  const { needsSecondPerson } = access
  const hint = handOverHint(edit.refusal) ?? handOverBeforehand({ needsSecondPerson, isBeyondOwn })
  const mayForce = broken.length > 0 || gainsOfRefusal(edit.refusal) !== undefined
  return (
    <RecordEditor
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      disabled={needsSecondPerson}
      onSave={() => save(false)}
      items={broken}
      solution={
        mayForce && (
          <Button mt="sm" size="xs" color="red" loading={edit.isSaving} onClick={() => save(true)}>
            {t('tags.force')}
          </Button>
        )
      }
      result={
        <>
          {change && <ChangedGroups groups={change.changed_groups} total={change.changed_total} />}
          {hint && tag && (
            <HandOver
              call={calls.handOverTag}
              input={(note) => ({
                params: { tag_key: tag.tag_key },
                body: { version: tag.version, definition, note },
              })}
              hint={hint}
              isOnlyWay={needsSecondPerson}
              isValid={edit.isValid}
              onHandedOver={() => edit.form.reset()}
            />
          )}
        </>
      }
    >
      <AccessGainsNote {...access} />
    </RecordEditor>
  )
}
