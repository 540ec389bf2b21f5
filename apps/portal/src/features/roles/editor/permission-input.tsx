import { Button, Group, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { type ConditionValues, newCondition } from '../../../shared/access/permission-values.ts'
import { AddButton } from '../../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../../shared/forms/remove-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { permissionsOf, type RuleValues } from '../grants/rule-values.ts'
import classes from '../preview/permission.module.css'
import { PermissionSentence } from '../preview/permission-sentence.tsx'
import type { MatchOf } from '../preview/use-role-preview.ts'
import { ConditionInput } from './condition-input.tsx'
import { FlagInput } from './flag-input.tsx'
import { PatternsInput } from './patterns-input.tsx'

interface PermissionInputProps {
  value: RuleValues
  number: number
  /** Problems of each pattern by path: `actions_matching`, and each condition by index. */
  errorOf: (pattern: number, path: string) => string | undefined
  matchOf: MatchOf
  onChange: (value: RuleValues) => void
  onRemove: () => void
}

/** One rule as a sentence, and when opened its fields: patterns of actions, groups, and whether it allows or denies. */
export const PermissionInput = ({ value, number, errorOf, matchOf, onChange, onRemove }: PermissionInputProps) => {
  const t = useText()
  const { conditions, patterns } = value
  const [isOpen, setOpen] = useState(patterns.includes(''))
  const matches = permissionsOf(value).map(matchOf)
  const needsAttention = (place: number) =>
    errorOf(place, 'actions_matching') !== undefined || matches[place]?.action_count === 0
  const isShown = isOpen || patterns.some((_, place) => needsAttention(place))
  const changeCondition = (place: number, condition: ConditionValues) =>
    onChange({ ...value, conditions: conditions.map((old, index) => (index === place ? condition : old)) })
  return (
    <fieldset className={classes.permission} data-denied={value.is_denied}>
      <VisuallyHidden component="legend">{t('roles.permission', { number })}</VisuallyHidden>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <PermissionSentence rule={value} />
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
            <PatternsInput
              patterns={patterns}
              errorOf={(place) => errorOf(place, 'actions_matching')}
              matches={matches}
              onChange={(changed) => onChange({ ...value, patterns: changed })}
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
                error={errorOf(0, `conditions.${place}`)}
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
