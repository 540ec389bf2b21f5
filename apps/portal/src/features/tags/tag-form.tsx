import { calls, checkTagDefinition, type TagChange, type TagDefinition, TagKey } from '@holdfast/contract'
import { Button, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AccessGainsNote } from '../../shared/access/access-gains-note.tsx'
import { gainsOfRefusal } from '../../shared/access/gains-in-words.ts'
import { useAccessGains } from '../../shared/access/use-access-gains.ts'
import { callApi } from '../../shared/api/client.ts'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { brokenGroups } from './broken-groups.ts'
import { ChangedGroups } from './changed-groups.tsx'
import { TagValuesInput } from './tag-values-input.tsx'

interface TagFormProps {
  /** `null` when creating. */
  tag: TagDefinition | null
  isReadOnly: boolean
}

interface Values {
  tag_key: string
  tag_values: string[] | null
  is_required: boolean
  default_value: string
}

const rulesOf = ({ tag_values, is_required, default_value }: Values) => ({
  tag_values,
  is_required,
  default_value: default_value === '' ? null : default_value,
})

const valuesOf = (tag: TagDefinition | null): Values => ({
  tag_key: tag?.tag_key ?? '',
  tag_values: tag ? tag.tag_values && [...tag.tag_values] : [],
  is_required: tag?.is_required ?? false,
  default_value: tag?.default_value ?? '',
})

const valuesText = (values: readonly string[] | null): string =>
  values === null ? text('tags.any_value') : values.join(', ') || text('tags.no_value')

const textsOf = ({ tag_values, is_required, default_value }: Values): FieldTexts => ({
  'tags.values': valuesText(tag_values),
  'tags.required': text(is_required ? 'list.yes' : 'list.no'),
  'tags.default': default_value,
})

/** By field, what is wrong with the values. */
const problemsOf = (values: Values) => {
  const problems = checkTagDefinition(rulesOf(values))
  return {
    tag_key: fieldRule(TagKey)(values.tag_key),
    tag_values: problems.includes('values_missing') ? text('tags.values_missing') : null,
    default_value: problems.includes('default_missing')
      ? text('tags.default_missing')
      : problems.includes('default_not_allowed')
        ? text('tags.default_not_allowed')
        : null,
  }
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
    validate: problemsOf,
    inputOf: (values, version) => ({ params: { tag_key: values.tag_key }, body: { version, ...rulesOf(values) } }),
    readLatest: ({ tag_key }, signal) => callApi(calls.getTag, { params: { tag_key }, signal }),
    onSaved: (saved) => {
      if (saved.changed_total > 0) setChange(saved)
      return saved.tag
    },
    subject: ({ tag_key }) => ['tags', tag_key],
  })
  const { form } = edit
  const isLookedAt = tag !== null && !isReadOnly && checkTagDefinition(rulesOf(form.values)).length === 0
  const isChanged = JSON.stringify(rulesOf(form.values)) !== JSON.stringify(rulesOf(valuesOf(tag)))
  const access = useAccessGains({
    call: calls.previewTag,
    input:
      isLookedAt && isChanged ? { params: { tag_key: tag.tag_key }, body: { definition: rulesOf(form.values) } } : null,
    refusal: edit.refusal,
  })
  const save = (force_update: boolean) => {
    setChange(null)
    edit.save({ query: { force_update, accept_gains: access.isAccepted } })
  }
  const broken = brokenGroups(edit.refusal)
  return (
    <Panel>
      <form onSubmit={form.onSubmit(() => save(false))} noValidate>
        <Stack>
          {!tag && (
            <TextInput
              label={t('tags.key')}
              description={t('tags.key_hint')}
              withAsterisk
              data-autofocus
              {...form.getInputProps('tag_key')}
            />
          )}
          <TagValuesInput
            values={form.values.tag_values}
            error={form.errors.tag_values as string | undefined}
            isReadOnly={isReadOnly}
            onChange={(values) => form.setFieldValue('tag_values', values)}
          />
          <Switch
            label={t('tags.required')}
            description={t('tags.required_hint')}
            disabled={isReadOnly}
            {...form.getInputProps('is_required', { type: 'checkbox' })}
          />
          <TextInput
            label={t('tags.default')}
            description={t('tags.default_hint')}
            withAsterisk={form.values.is_required}
            maxLength={255}
            disabled={isReadOnly}
            {...form.getInputProps('default_value')}
          />
          <AccessGainsNote gains={access.gains} isAccepted={access.isAccepted} onAccept={access.accept} />
          <EditEnd edit={edit} isReadOnly={isReadOnly} textsOf={textsOf} items={broken}>
            {(broken.length > 0 || gainsOfRefusal(edit.refusal)) && (
              <Button mt="sm" size="xs" color="red" loading={edit.isSaving} onClick={() => save(true)}>
                {t('tags.force')}
              </Button>
            )}
          </EditEnd>
          {change && <ChangedGroups groups={change.changed_groups} total={change.changed_total} />}
        </Stack>
      </form>
    </Panel>
  )
}
