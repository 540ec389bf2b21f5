import type { StatementContent } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../../shared/i18n/text.ts'
import { Panel } from '../../../../shared/ui/panel.tsx'
import { GapState } from '../gap-state.tsx'
import { Shortened } from './shortened.tsx'
import { StatedColleague, StatedPerson } from './stated-person.tsx'
import { StatementTable } from './statement-table.tsx'
import { useUtcTime } from './utc-time.ts'

type Gap = StatementContent['gaps']['items'][number]

/** What is missing, with who explained it. */
export const StatementGaps = ({ content }: { content: StatementContent }) => {
  const { open, explained, gaps } = content
  const t = useText()
  const intl = useIntl()
  const timeOf = useUtcTime()
  return (
    <Panel title={t('statement.gaps')}>
      <Stack gap="xs">
        <Text size="sm">{t('statement.gaps_open', { ...open })}</Text>
        <Text size="sm">{t('statement.gaps_explained', { ...explained })}</Text>
        {gaps.total > 0 && (
          <StatementTable
            label={t('statement.gaps')}
            columns={[
              { title: t('device.reference') },
              { title: t('device.user') },
              { title: t('completeness.missing'), isNumber: true },
              { title: t('statement.between') },
              { title: t('completeness.state') },
              { title: t('completeness.explanation') },
            ]}
            rows={gaps.items.map((gap) => [
              <Link
                key="gap"
                to="/dashboard/devices/completeness/$gap_reference"
                params={{ gap_reference: gap.gap_reference }}
              >
                {gap.device_reference}
              </Link>,
              <StatedPerson key="person" content={content} reference={gap.device_user_reference} />,
              intl.formatNumber(gap.missing),
              gap.before_time === null
                ? t('statement.before', { time: timeOf(gap.after_time) })
                : `${timeOf(gap.before_time)} – ${timeOf(gap.after_time)}`,
              <GapState key="state" state={gap.state} />,
              <Explanation key="explanation" content={content} gap={gap} timeOf={timeOf} />,
            ])}
          />
        )}
        <Shortened of={gaps} />
      </Stack>
    </Panel>
  )
}

interface ExplanationProps {
  content: StatementContent
  gap: Gap
  timeOf: ReturnType<typeof useUtcTime>
}

const Explanation = ({ content, gap, timeOf }: ExplanationProps) => {
  const t = useText()
  if (gap.reason === null) return '–'
  return (
    <>
      {t(`completeness.reason_${gap.reason}`)}: <bdi>{gap.explanation}</bdi> (
      <StatedColleague content={content} reference={gap.explained_by} />, {timeOf(gap.explained_at)})
    </>
  )
}
