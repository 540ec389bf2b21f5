import type { RetentionPreview } from '@holdfast/contract'
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { RecordingsTable } from '../recordings-table.tsx'

type Freed = RetentionPreview['freed']

/** Further groups and kinds are counted. */
const mostLines = 12

/** Previews what a policy would free: the number of recordings, their groups and kinds, and some samples. */
export const FreedPreview = ({ preview }: { preview: RetentionPreview }) => {
  const t = useText()
  const { is_longer, effective_at, needs_second_person, freed } = preview
  if (is_longer) {
    return (
      <Alert role="status" color="green" title={t('retention.frees_nothing')}>
        {t('retention.at_once')}
      </Alert>
    )
  }
  return (
    <Panel title={t('retention.what_it_frees')}>
      <Stack gap="sm" role="status">
        <FreedFacts freed={freed} />
        <Text size="sm">
          {t('retention.takes_effect')} <Moment time={effective_at} />. {t('retention.can_withdraw')}
        </Text>
        {needs_second_person && <Text size="sm">{t('retention.will_need_second_person')}</Text>}
      </Stack>
    </Panel>
  )
}

/** The recordings that a change frees: how many, of which groups, kinds and times, and some samples. */
export const FreedFacts = ({ freed }: { freed: Freed }) => {
  const t = useText()
  const intl = useIntl()
  const { recordings, bytes, is_estimate, oldest, newest } = freed
  return (
    <>
      <Text size="sm" fw={570}>
        {t(is_estimate ? 'retention.frees_at_most' : 'retention.frees', {
          count: recordings,
          size: byteSize(intl, bytes),
        })}
      </Text>
      {recordings > 0 && (
        <Text size="sm" c="dimmed">
          {t('retention.whole_account')}
        </Text>
      )}
      {oldest !== null && (
        <Text size="sm">
          {newest === null ? (
            <>
              {t('retention.made_since')} <Moment time={oldest} />
            </>
          ) : (
            <>
              {t('retention.made_between')} <Moment time={oldest} /> – <Moment time={newest} />
            </>
          )}
        </Text>
      )}
      <RecordingsTable
        lines={freed.lines}
        mostLines={mostLines}
        figures={[
          { title: 'retention.recordings', of: (line) => <FormattedNumber value={line.recordings} /> },
          { title: 'retention.size', of: (line) => byteSize(intl, line.bytes) },
        ]}
      />
      <Samples samples={freed.samples} />
    </>
  )
}

/** Some recordings that are freed or would be destroyed, with links. */
export const Samples = ({ samples }: Pick<Freed, 'samples'>) => {
  const t = useText()
  if (samples.length === 0) return null
  return (
    <div>
      <Text size="sm">{t('retention.samples')}</Text>
      <ul>
        {samples.map(({ payload_reference, payload_type, group, payload_time }) => (
          <li key={payload_reference}>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to={`/dashboard/services/calls/${encodeURIComponent(payload_reference)}` as never} />
              )}
            >
              {t(`kind.${payload_type}`)} · {group} · <Moment time={payload_time} />
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  )
}
