import { type RetentionEntityType, retentionEntityTypes } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { type EditedOtherRule, isDestroyedFirst, noPeriod } from './edited-rules.ts'
import { PeriodInput } from './period-input.tsx'
import classes from './rules-input.module.css'

interface OtherRulesInputProps {
  rules: readonly EditedOtherRule[]
  onChange: (rules: readonly EditedOtherRule[]) => void
}

/** Edits how long everything but the content of recordings is kept: a line for each kind of data. */
export const OtherRulesInput = ({ rules, onChange }: OtherRulesInputProps) => {
  const t = useText()
  const ruleOf = (entity_type: RetentionEntityType): EditedOtherRule =>
    rules.find((rule) => rule.entity_type === entity_type) ?? {
      key: entity_type,
      entity_type,
      deleteAfter: noPeriod,
      destroyAfter: noPeriod,
    }
  const change = (next: EditedOtherRule) => {
    const others = rules.filter(({ key }) => key !== next.key)
    const isKept = next.deleteAfter.amount === '' && next.destroyAfter.amount === ''
    onChange(isKept ? others : [...others, next])
  }
  return (
    <Panel title={t('retention.other_data')}>
      <Stack gap="sm">
        {retentionEntityTypes.map((type) => {
          const rule = ruleOf(type)
          const of = t(`retention.entity_${type}`)
          return (
            <fieldset key={type} className={classes.rule}>
              <legend className={classes.legend}>{of}</legend>
              <PeriodInput
                label="retention.delete_after"
                of={of}
                period={rule.deleteAfter}
                onChange={(period) => change({ ...rule, deleteAfter: period })}
              />
              <PeriodInput
                label="retention.destroy_after"
                of={of}
                period={rule.destroyAfter}
                error={isDestroyedFirst(rule) && t('retention.destroyed_first')}
                onChange={(period) => change({ ...rule, destroyAfter: period })}
              />
            </fieldset>
          )
        })}
      </Stack>
    </Panel>
  )
}
