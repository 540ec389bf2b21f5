import { type RetentionEntityType, retentionEntityTypes } from '@holdfast/contract'
import { Table, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { type EditedOtherRule, isDestroyedFirst, noPeriod } from './edited-rules.ts'
import { PeriodInput } from './period-input.tsx'

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
      <Text size="sm" c="dimmed" mb="sm">
        {t('retention.others_hint')}
      </Text>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('retention.data')}</Table.Th>
              <Table.Th>{t('retention.delete_after')}</Table.Th>
              <Table.Th>{t('retention.destroy_after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {retentionEntityTypes.map((type) => (
              <OtherRuleInput key={type} rule={ruleOf(type)} onChange={change} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}

interface OtherRuleInputProps {
  rule: EditedOtherRule
  onChange: (rule: EditedOtherRule) => void
}

const OtherRuleInput = ({ rule, onChange }: OtherRuleInputProps) => {
  const t = useText()
  const of = t(`retention.entity_${rule.entity_type}`)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={520}>
        {of}
      </Table.Th>
      <Table.Td>
        <PeriodInput
          isInTable
          label="retention.delete_after"
          of={of}
          period={rule.deleteAfter}
          onChange={(period) => onChange({ ...rule, deleteAfter: period })}
        />
      </Table.Td>
      <Table.Td>
        <PeriodInput
          isInTable
          label="retention.destroy_after"
          of={of}
          period={rule.destroyAfter}
          error={
            (isDestroyedFirst(rule) && t('retention.destroyed_first')) ||
            (rule.deleteAfter.amount !== '' && rule.destroyAfter.amount === '' && t('retention.needs_destroyed'))
          }
          onChange={(period) => onChange({ ...rule, destroyAfter: period })}
        />
      </Table.Td>
    </Table.Tr>
  )
}
