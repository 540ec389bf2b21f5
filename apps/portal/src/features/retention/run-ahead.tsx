import type { RetentionAhead, RetentionRun } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Samples } from './edit/freed-preview.tsx'
import { RecordingsTable } from './recordings-table.tsx'

/** Further groups and kinds are counted. */
const mostLines = 12

interface AheadProps {
  run: Pick<RetentionRun, 'updated_at'>
  ahead: RetentionAhead
}

/** How many recordings a run that waits would still destroy, and when they were counted: its latest progress was to count them and stop. */
export const AheadInBrief = ({ run, ahead: { recordings, bytes, is_at_least } }: AheadProps) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Text size="sm" component="div">
      <Text span inherit fw={570}>
        {t(is_at_least ? 'retention.run_follows_at_least' : 'retention.run_follows', {
          count: recordings,
          size: byteSize(intl, bytes),
        })}
      </Text>{' '}
      {t('retention.counted_at')} <Moment time={run.updated_at} />
    </Text>
  )
}

/** Shows which recordings a waiting run would destroy: counts by group and kind, the oldest, the newest, and samples. */
export const RunAhead = ({ run, ahead }: AheadProps) => {
  const t = useText()
  const intl = useIntl()
  const { lines, oldest, newest, samples, needs_second_person } = ahead
  return (
    <Panel title={t('retention.run_ahead')}>
      <Stack gap="xs">
        <AheadInBrief run={run} ahead={ahead} />
        {oldest !== null && newest !== null && (
          <Text size="sm">
            {t('retention.made_between')} <Moment time={oldest} /> – <Moment time={newest} />
          </Text>
        )}
        <RecordingsTable
          lines={lines}
          mostLines={mostLines}
          figures={[
            { title: 'retention.recordings', of: (line) => <FormattedNumber value={line.recordings} /> },
            { title: 'retention.size', of: (line) => byteSize(intl, line.bytes) },
          ]}
        />
        <Samples samples={samples} />
        <Text size="sm" c="dimmed">
          {t('retention.run_whole_account')}
        </Text>
        {needs_second_person && <Text size="sm">{t('retention.run_second_person')}</Text>}
      </Stack>
    </Panel>
  )
}
