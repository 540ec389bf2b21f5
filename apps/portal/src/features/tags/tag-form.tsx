import { calls, checkTagDefinition, type TagChange, type TagDefinition, TagKey } from '@holdfast/contract'
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EditConflict } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLatest } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { brokenGroups } from './broken-groups.ts'
import { ChangedGroups } from './changed-groups.tsx'
import { differencesOfTags } from './tag-differences.ts'
import { TagValuesInput } from './tag-values-input.tsx'

interface TagFormProps {
  /** null: a new one. */
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

/** What a tag is called, which values it may have, and whether every group needs it. */
export const TagForm = ({ tag, isReadOnly }: TagFormProps) => {
  const t = useText()
  const navigate = useNavigate()
  const [version, setVersion] = useState(tag?.version ?? 0)
  const [change, setChange] = useState<TagChange | null>(null)
  const form = useForm<Values>({
    initialValues: valuesOf(tag),
    validateInputOnBlur: true,
    validate: (values) => {
      const problems = checkTagDefinition(rulesOf(values))
      return {
        tag_key: fieldRule(TagKey)(values.tag_key),
        tag_values: problems.includes('values_missing') ? t('tags.values_missing') : null,
        default_value: problems.includes('default_missing')
          ? t('tags.default_missing')
          : problems.includes('default_not_allowed')
            ? t('tags.default_not_allowed')
            : null,
      }
    },
  })
  const params = { tag_key: tag?.tag_key ?? form.values.tag_key }
  const saving = useSave({
    call: calls.putTag,
    onFieldErrors: form.setErrors,
    onSaved: (saved) => {
      notice(text('form.saved'), saved.tag.tag_key)
      setVersion(saved.tag.version)
      if (saved.changed_total > 0) setChange(saved)
      if (!tag) {
        void navigate({ to: '/dashboard/access/tags/$tag_key', params: { tag_key: saved.tag.tag_key } })
      }
    },
  })
  const save = (force_update: boolean) => {
    setChange(null)
    saving.save({ params, query: { force_update }, body: { version, ...rulesOf(form.values) } })
  }
  const isConflict = saving.refusal?.code === 'edit.conflict'
  const theirs = useLatest(calls.getTag, isConflict ? params : null).data
  const goOnFrom = (values: Values) => {
    setVersion(theirs?.version ?? version)
    form.setValues(values)
    saving.forget()
  }
  const broken = brokenGroups(saving.refusal)
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
          {isConflict && theirs ? (
            <EditConflict
              differences={differencesOfTags(theirs, rulesOf(form.values))}
              changedBy={theirs.updated_by}
              onTakeTheirs={() => goOnFrom(valuesOf(theirs))}
              onKeepMine={() => goOnFrom(form.values)}
            />
          ) : (
            <Refusal refusal={saving.refusal} items={broken}>
              {broken.length > 0 && (
                <Button mt="sm" size="xs" color="red" loading={saving.isSaving} onClick={() => save(true)}>
                  {t('tags.force')}
                </Button>
              )}
            </Refusal>
          )}
          {change && <ChangedGroups groups={change.changed_groups} total={change.changed_total} />}
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={saving.isSaving}>
                {t(tag ? 'form.save' : 'form.create')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  )
}
