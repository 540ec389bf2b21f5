import { carrierOutcomes, type StatementContent } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../../shared/i18n/text.ts'
import { Panel } from '../../../../shared/ui/panel.tsx'
import { Shortened } from './shortened.tsx'
import { StatedPerson } from './stated-person.tsx'
import { StatementGaps } from './statement-gaps.tsx'
import { StatementTable } from './statement-table.tsx'
import { useUtcTime } from './utc-time.ts'

/** What a statement says, in the order of its PDF. */
export const StatementSays = ({ content }: { content: StatementContent }) => (
  <Stack gap="md">
    <Recordings content={content} />
    <StatementGaps content={content} />
    <Devices content={content} />
    <CarrierRecords content={content} />
    <Proof />
  </Stack>
)

const Recordings = ({ content: { recordings } }: { content: StatementContent }) => {
  const t = useText()
  const intl = useIntl()
  const total = recordings.reduce((sum, row) => sum + row.total, 0)
  return (
    <Panel title={t('statement.recordings')}>
      {recordings.length === 0 ? (
        <Text size="sm">{t('statement.no_recordings')}</Text>
      ) : (
        <StatementTable
          isWhole
          label={t('statement.recordings')}
          columns={[
            { title: t('statement.kind') },
            { title: t('completeness.state') },
            { title: t('statement.count'), isNumber: true },
          ]}
          rows={[
            ...recordings.map((row) => [
              t(`kind.${row.payload_type}`),
              t(`state.${row.payload_state}`),
              intl.formatNumber(row.total),
            ]),
            [t('statement.sum'), '', intl.formatNumber(total)],
          ]}
        />
      )}
    </Panel>
  )
}

const Devices = ({ content }: { content: StatementContent }) => {
  const t = useText()
  const intl = useIntl()
  const timeOf = useUtcTime()
  const { silent_devices, resets, people_with_fewer_devices: people } = content
  const device = { title: t('device.reference') }
  const person = { title: t('device.user') }
  return (
    <>
      <Panel title={t('statement.silent')}>
        <Stack gap="xs">
          <Text size="sm">{t('statement.silent_count', { count: silent_devices.total })}</Text>
          {silent_devices.total > 0 && (
            <StatementTable
              label={t('statement.silent')}
              columns={[device, person, { title: t('statement.last_seen') }]}
              rows={silent_devices.items.map((row) => [
                row.device_reference,
                <StatedPerson key="person" content={content} reference={row.device_user_reference} />,
                timeOf(row.last_seen),
              ])}
            />
          )}
          <Shortened of={silent_devices} />
        </Stack>
      </Panel>
      <Panel title={t('statement.resets')}>
        <Stack gap="xs">
          <Text size="sm">{t('statement.resets_count', { count: resets.total })}</Text>
          {resets.total > 0 && (
            <StatementTable
              label={t('statement.resets')}
              columns={[device, { title: t('statement.reset_at') }]}
              rows={resets.items.map((row) => [row.device_reference, timeOf(row.reset_at)])}
            />
          )}
          <Shortened of={resets} />
        </Stack>
      </Panel>
      <Panel title={t('statement.people')}>
        <Stack gap="xs">
          <Text size="sm">{t('statement.people_count', { count: people.total })}</Text>
          {people.total > 0 && (
            <StatementTable
              label={t('statement.people')}
              columns={[
                person,
                { title: t('statement.expected'), isNumber: true },
                { title: t('statement.active'), isNumber: true },
              ]}
              rows={people.items.map((row) => [
                <StatedPerson key="person" content={content} reference={row.device_user_reference} />,
                intl.formatNumber(row.expected_devices),
                intl.formatNumber(row.active_devices),
              ])}
            />
          )}
          <Shortened of={people} />
        </Stack>
      </Panel>
    </>
  )
}

const CarrierRecords = ({ content: { carrier_records } }: { content: StatementContent }) => {
  const t = useText()
  const intl = useIntl()
  const sum = (rows: typeof carrier_records) => intl.formatNumber(rows.reduce((all, { records }) => all + records, 0))
  const counted = carrierOutcomes
    .map((outcome) => ({ outcome, rows: carrier_records.filter((row) => row.outcome === outcome) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <Panel title={t('statement.carriers')}>
      {counted.length === 0 ? (
        <Text size="sm">{t('statement.no_carriers')}</Text>
      ) : (
        <StatementTable
          label={t('statement.carriers')}
          columns={[
            { title: t('carrier.outcome') },
            { title: t('statement.count'), isNumber: true },
            { title: t('carrier.signed_off'), isNumber: true },
          ]}
          rows={counted.map(({ outcome, rows }) => [
            t(`carrier.outcome_${outcome}`),
            sum(rows),
            sum(rows.filter((row) => row.is_signed_off)),
          ])}
        />
      )}
    </Panel>
  )
}

const Proof = () => {
  const t = useText()
  return (
    <Panel title={t('statement.proof')}>
      <Stack gap="xs">
        <Text size="sm">{t('statement.utc')}</Text>
        <Text size="sm">{t('statement.proves')}</Text>
        <Text size="sm">{t('statement.proves_not')}</Text>
      </Stack>
    </Panel>
  )
}
