import { payloadTypes, type RetentionRules, retentionEntityTypes } from '@holdfast/contract'
import { Table, Text } from '@mantine/core'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { usePeriodWords } from '../../shared/retention/use-period-words.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { ConditionsText } from './conditions-text.tsx'

interface DaysTextProps {
  days: number | null | undefined
  never: MessageId
}

/** A number of days in words, or that it never happens. */
const DaysText = ({ days, never }: DaysTextProps) => {
  const t = useText()
  const words = usePeriodWords()
  if (days === null || days === undefined) {
    return (
      <Text span inherit c="dimmed">
        {t(never)}
      </Text>
    )
  }
  return <span title={t('retention.days', { days })}>{words(days)}</span>
}

const Head = ({ of }: { of: readonly MessageId[] }) => {
  const t = useText()
  return (
    <Table.Thead>
      <Table.Tr>
        {of.map((title) => (
          <Table.Th key={title}>{t(title)}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

interface RulesProps {
  rules: RetentionRules
  title?: MessageId
}

/** How long the content of recordings is kept, by kind. */
export const RecordingRules = ({ rules: { payloads }, title = 'retention.recordings' }: RulesProps) => {
  const t = useText()
  const kept = payloadTypes.filter((type) => !payloads.some(({ payload_type }) => payload_type === type))
  return (
    <Panel title={t(title)}>
      {payloads.length > 0 && (
        <Table.ScrollContainer minWidth={600} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
          <Table fz="sm">
            <Head
              of={[
                'retention.kind',
                'retention.delete_after',
                'retention.destroy_after',
                'retention.counted_from',
                'retention.conditions',
              ]}
            />
            <Table.Tbody>
              {payloads.map((rule) => (
                <Table.Tr key={JSON.stringify(rule)}>
                  <Table.Th scope="row" fw={520}>
                    {t(`kind.${rule.payload_type}`)}
                  </Table.Th>
                  <Table.Td>
                    <DaysText days={rule.delete_after_days} never="retention.not_deleted" />
                  </Table.Td>
                  <Table.Td>
                    <DaysText days={rule.destroy_after_days} never="retention.not_destroyed" />
                  </Table.Td>
                  <Table.Td>{t(`retention.from_${rule.retention_timestamp}`)}</Table.Td>
                  <Table.Td>
                    <ConditionsText rule={rule} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {kept.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t(payloads.length === 0 ? 'retention.everything_kept' : 'retention.others_kept', {
            kinds: kept.map((type) => t(`kind.${type}`)).join(', '),
          })}
        </Text>
      )}
    </Panel>
  )
}

/** How long everything else is kept. */
export const OtherRules = ({ rules: { entities }, title = 'retention.other_data' }: RulesProps) => {
  const t = useText()
  const kept = retentionEntityTypes.filter((type) => !entities.some(({ entity_type }) => entity_type === type))
  return (
    <Panel title={t(title)}>
      {entities.length > 0 && (
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
          <Table fz="sm">
            <Head of={['retention.data', 'retention.delete_after', 'retention.destroy_after']} />
            <Table.Tbody>
              {entities.map((rule) => (
                <Table.Tr key={JSON.stringify(rule)}>
                  <Table.Th scope="row" fw={520}>
                    {t(`retention.entity_${rule.entity_type}`)}
                  </Table.Th>
                  <Table.Td>
                    <DaysText days={rule.delete_after_days} never="retention.not_deleted" />
                  </Table.Td>
                  <Table.Td>
                    <DaysText days={rule.destroy_after_days} never="retention.not_destroyed" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {kept.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t(entities.length === 0 ? 'retention.other_kept' : 'retention.others_kept', {
            kinds: kept.map((type) => t(`retention.entity_${type}`)).join(', '),
          })}
        </Text>
      )}
    </Panel>
  )
}
