import { Button, Group, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { type ConditionValues, newCondition, type PermissionValues } from '../../shared/access/permission-values.ts'
import { AddButton } from '../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../shared/forms/remove-button.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ActionInput } from './action-input.tsx'
import { ConditionInput } from './condition-input.tsx'
import { FlagInput } from './flag-input.tsx'
import classes from './permission-input.module.css'
import { PermissionSentence } from './permission-sentence.tsx'

interface PermissionInputProps {
  value: PermissionValues
  number: number
  /** Problems by path: the actions (`actions_matching`) and each condition by index. */
  errorOf: (path: string) => string | undefined
  onChange: (value: PermissionValues) => void
  onRemove: () => void
}

/** One permission as a sentence, and when opened its fields: actions, groups, and whether it allows or denies. */
export const PermissionInput = ({ value, number, errorOf, onChange, onRemove }: PermissionInputProps) => {
  const t = useText()
  const { conditions } = value
  const [isOpen, setOpen] = useState(value.actions_matching === '')
  const isShown = isOpen || errorOf('actions_matching') !== undefined
  const changeCondition = (place: number, condition: ConditionValues) =>
    onChange({ ...value, conditions: conditions.map((old, index) => (index === place ? condition : old)) })
  return (
    <fieldset className={classes.permission} data-denied={value.is_denied}>
      <VisuallyHidden component="legend">{t('roles.permission', { number })}</VisuallyHidden>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <PermissionSentence permission={value} />
          <Group gap={4} wrap="nowrap">
            {!isShown && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${t('form.edit')}: ${t('roles.permission', { number })}`}
                onClick={() => setOpen(true)}
              >
                {t('form.edit')}
              </Button>
            )}
            <RemoveButton what={t('roles.permission', { number })} onClick={onRemove} />
          </Group>
        </Group>
        {isShown && (
          <>
            <SegmentedControl
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              aria-label={t('roles.effect')}
              value={value.is_denied ? 'deny' : 'allow'}
              onChange={(effect) => onChange({ ...value, is_denied: effect === 'deny' })}
              data={[
                { value: 'allow', label: t('roles.allow') },
                { value: 'deny', label: t('roles.deny') },
              ]}
            />
            <ActionInput
              value={value.actions_matching}
              error={errorOf('actions_matching')}
              onChange={(actions_matching) => onChange({ ...value, actions_matching })}
            />
            <FlagInput
              label={t('roles.regex')}
              isSet={value.is_regex}
              onChange={(is_regex) => onChange({ ...value, is_regex })}
            />
            {conditions.map((condition, place) => (
              <ConditionInput
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
                key={place}
                value={condition}
                number={place + 1}
                error={errorOf(`conditions.${place}`)}
                onChange={(changed) => changeCondition(place, changed)}
                onRemove={() => onChange({ ...value, conditions: conditions.filter((_, index) => index !== place) })}
              />
            ))}
            <AddButton
              size="compact-xs"
              onClick={() => onChange({ ...value, conditions: [...conditions, newCondition()] })}
            >
              {t('roles.add_condition')}
            </AddButton>
          </>
        )}
      </Stack>
    </fieldset>
  )
}
