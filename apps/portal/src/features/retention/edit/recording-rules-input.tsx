import { payloadTypes, retentionPolicyPayloadTimestampTypes } from '@holdfast/contract'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { type EditedRecordingRule, editedRecordingRule, isDestroyedFirst } from './edited-rules.ts'
import { PeriodInput } from './period-input.tsx'
import { ReceiptsInput } from './receipts-input.tsx'
import classes from './rules-input.module.css'
import { TransfersInput } from './transfers-input.tsx'

interface RecordingRulesInputProps {
  rules: readonly EditedRecordingRule[]
  onChange: (rules: readonly EditedRecordingRule[]) => void
}

/** Edits how long the content of recordings is kept. */
export const RecordingRulesInput = ({ rules, onChange }: RecordingRulesInputProps) => {
  const t = useText()
  const add = () => {
    const unused = payloadTypes.find((type) => !rules.some(({ payload_type }) => payload_type === type))
    const entry = { retention_timestamp: 'payload_time', required_receipts: [], required_transfers: [] } as const
    const added = editedRecordingRule({
      ...entry,
      required_receipts: [],
      required_transfers: [],
      payload_type: unused ?? 'Call',
    })
    onChange([...rules, added])
  }
  return (
    <Panel title={t('retention.recordings')}>
      <Stack>
        {rules.map((rule) => (
          <RecordingRuleInput
            key={rule.key}
            rule={rule}
            onChange={(next) => onChange(rules.map((each) => (each === rule ? next : each)))}
            onRemove={() => onChange(rules.filter((each) => each !== rule))}
          />
        ))}
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
            {t('retention.add_rule')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

interface RecordingRuleInputProps {
  rule: EditedRecordingRule
  onChange: (rule: EditedRecordingRule) => void
  onRemove: () => void
}

const RecordingRuleInput = ({ rule, onChange, onRemove }: RecordingRuleInputProps) => {
  const t = useText()
  const { payload_type, retention_timestamp, deleteAfter, destroyAfter, required_receipts, required_transfers } = rule
  const kind = t(`kind.${payload_type}`)
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.legend}>{kind}</legend>
      <NativeSelect
        label={t('retention.kind')}
        value={payload_type}
        onChange={(event) => onChange({ ...rule, payload_type: event.currentTarget.value as typeof payload_type })}
        data={payloadTypes.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <PeriodInput
        label="retention.delete_after"
        of={kind}
        period={deleteAfter}
        onChange={(period) => onChange({ ...rule, deleteAfter: period })}
      />
      <PeriodInput
        label="retention.destroy_after"
        of={kind}
        period={destroyAfter}
        error={isDestroyedFirst(rule) && t('retention.destroyed_first')}
        onChange={(period) => onChange({ ...rule, destroyAfter: period })}
      />
      <NativeSelect
        label={t('retention.counted_from')}
        value={retention_timestamp}
        onChange={(event) =>
          onChange({ ...rule, retention_timestamp: event.currentTarget.value as typeof retention_timestamp })
        }
        data={retentionPolicyPayloadTimestampTypes.map((value) => ({ value, label: t(`retention.from_${value}`) }))}
      />
      <div className={classes.wide}>
        <ReceiptsInput
          receipts={required_receipts}
          onChange={(receipts) => onChange({ ...rule, required_receipts: receipts })}
        />
      </div>
      <div className={classes.wide}>
        <TransfersInput
          transfers={required_transfers}
          onChange={(transfers) => onChange({ ...rule, required_transfers: transfers })}
        />
      </div>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        className={classes.remove}
        aria-label={t('retention.remove_rule_of', { kind })}
        onClick={onRemove}
      >
        {t('retention.remove_rule')}
      </Button>
    </fieldset>
  )
}
