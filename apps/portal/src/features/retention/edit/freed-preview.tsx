import type { RetentionPreview } from '@holdfast/contract'
import { Alert, Anchor, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'

/** Further groups and kinds are counted. */
const mostLines = 12

/** What a policy would free, before it is saved: how many recordings, of which groups and kinds, and some of them. */
export const FreedPreview = ({ preview }: { preview: RetentionPreview }) => {
  const t = useText()
  const intl = useIntl()
  const { is_longer, effective_at, needs_second_person, freed } = preview
  const { recordings, bytes, is_estimate, oldest, newest } = freed
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
        <Text size="sm" fw={570}>
          {t(is_estimate ? 'retention.frees_at_most' : 'retention.frees', {
            count: recordings,
            size: byteSize(intl, bytes),
          })}
        </Text>
        {oldest !== null && newest !== null && (
          <Text size="sm">
            {t('retention.made_between')} <Moment time={oldest} /> – <Moment time={newest} />
          </Text>
        )}
        <FreedLines lines={freed.lines} />
        <Samples samples={freed.samples} />
        <Text size="sm">
          {t('retention.takes_effect')} <Moment time={effective_at} />. {t('retention.can_withdraw')}
        </Text>
        {needs_second_person && <Text size="sm">{t('retention.will_need_second_person')}</Text>}
      </Stack>
    </Panel>
  )
}

type Freed = RetentionPreview['freed']

const FreedLines = ({ lines }: Pick<Freed, 'lines'>) => {
  const t = useText()
  const intl = useIntl()
  if (lines.length === 0) return null
  return (
    <>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm" tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field.group')}</Table.Th>
              <Table.Th>{t('retention.kind')}</Table.Th>
              <Table.Th ta="end">{t('retention.recordings')}</Table.Th>
              <Table.Th ta="end">{t('retention.size')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.slice(0, mostLines).map((line) => (
              <Table.Tr key={`${line.group} ${line.payload_type}`}>
                <Table.Th scope="row" fw={480}>
                  {line.group}
                </Table.Th>
                <Table.Td>{t(`kind.${line.payload_type}`)}</Table.Td>
                <Table.Td ta="end">
                  <FormattedNumber value={line.recordings} />
                </Table.Td>
                <Table.Td ta="end">{byteSize(intl, line.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {lines.length > mostLines && (
        <Text size="sm" c="dimmed">
          {t('retention.further_lines', { count: lines.length - mostLines })}
        </Text>
      )}
    </>
  )
}

const Samples = ({ samples }: Pick<Freed, 'samples'>) => {
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
