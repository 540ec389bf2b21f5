import type { InstallationOverview, InstallationPart } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../../shared/ui/badge.tsx'
import { FigureTable } from '../../../shared/ui/figure-table.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './overview.module.css'

/** Whether the parts of the installation answer, and which jobs wait. */
export const Installation = ({ overview: { parts, jobs } }: { overview: InstallationOverview }) => {
  const t = useText()
  const intl = useIntl()
  const time = (at: string) => intl.formatDate(at, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return (
    <Panel title={t('statistics.installation')}>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </ul>
      <h3 className={classes.heading}>{t('statistics.jobs')}</h3>
      {jobs.length === 0 ? (
        <p className={classes.note}>{t('statistics.jobs_none')}</p>
      ) : (
        <FigureTable
          label={t('statistics.jobs')}
          head={[
            t('statistics.job'),
            t('statistics.job_waiting'),
            t('statistics.job_running'),
            t('statistics.job_failed'),
            t('statistics.job_oldest'),
          ]}
          rows={jobs.map(({ job, waiting, running, failed, oldest_at }) => ({
            name: job,
            cells: [
              ...[waiting, running, failed].map((count) => intl.formatNumber(count)),
              oldest_at === null ? '–' : time(oldest_at),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

const stateOf = ({ part, is_up }: InstallationPart): { word: MessageId; tone: Tone } => {
  if (is_up === null) return { word: 'statistics.part_unknown', tone: 'warn' }
  if (part === 'workers')
    return { word: is_up ? 'statistics.workers_up' : 'statistics.workers_down', tone: is_up ? 'good' : 'bad' }
  return { word: is_up ? 'statistics.part_up' : 'statistics.part_down', tone: is_up ? 'good' : 'bad' }
}

const Part = ({ part }: { part: InstallationPart }) => {
  const t = useText()
  const intl = useIntl()
  const { word, tone } = stateOf(part)
  const { since, checked_at } = part
  const time = (at: string) => intl.formatDate(at, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return (
    <li className={classes.part}>
      <span>{t(`statistics.part_${part.part}`)}</span>
      <Badge tone={tone}>{t(word)}</Badge>
      <span className={classes.identifier}>
        {since !== null && t('statistics.part_since', { time: time(since) })}
        {since === null && checked_at !== null && t('statistics.part_checked', { time: time(checked_at) })}
      </span>
    </li>
  )
}
