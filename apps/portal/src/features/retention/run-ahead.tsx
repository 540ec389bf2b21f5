import type { RetentionAhead } from '@holdfast/contract'
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

/** What a run that waits would still destroy: how many recordings of which groups and kinds, from when, and some of them. */
export const RunAhead = ({ ahead }: { ahead: RetentionAhead }) => {
  const t = useText()
  const intl = useIntl()
  const { recordings, bytes, is_at_least, lines, oldest, newest, samples, needs_second_person } = ahead
  return (
    <Panel title={t('retention.run_ahead')}>
      <Stack gap="xs">
        <Text size="sm" fw={570}>
          {t(is_at_least ? 'retention.run_follows_at_least' : 'retention.run_follows', {
            count: recordings,
            size: byteSize(intl, bytes),
          })}
        </Text>
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
