import type { Alert } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useColleagues } from '../../shared/found/use-colleagues.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './alerts.module.css'

interface Done {
  what: string
  when: string | null
  note?: ReactNode
}

const staffPrefix = 'admin/'
const withoutPrefix = (author: string) => (author.startsWith(staffPrefix) ? author.slice(staffPrefix.length) : author)

interface Words {
  t: ReturnType<typeof useText>
  who: (author: string | null) => string
  time: (moment: string) => string
}

const silencesOf = ({ silences, silenced_until, silenced_by }: Alert, { t, who, time }: Words): Done[] => {
  const told = silences.flatMap((silence): Done[] => [
    {
      what: t('alerts.silenced_by', { who: who(silence.silenced_by), time: time(silence.until) }),
      when: silence.silenced_at,
      note: silence.reason,
    },
    ...(silence.ended_at === null
      ? []
      : [{ what: t('alerts.silence_ended_by', { who: who(silence.ended_by) }), when: silence.ended_at }]),
  ])
  // Only the last days of the trail are read.
  if (silenced_until === null || silences.some(({ until }) => until === silenced_until)) return told
  const until = { time: time(silenced_until) }
  const what =
    silenced_by === null
      ? t('alerts.silenced_until', until)
      : t('alerts.silenced_by', { who: who(silenced_by), ...until })
  return [...told, { what, when: null }]
}

/** The people who acknowledged, silenced, cleared or dismissed the alert, with time and reason. */
export const AlertHandling = ({ alert }: { alert: Alert }) => {
  const t = useText()
  const intl = useIntl()
  const { acknowledged_by, acknowledged_at, silenced_by, silences, cleared_reason, cleared_at, updated_by } = alert
  const dismissers = alert.dismissed_by?.split(',') ?? []
  const nameOf = useColleagues(
    [
      acknowledged_by,
      silenced_by,
      updated_by,
      ...dismissers,
      ...silences.flatMap((silence) => [silence.silenced_by, silence.ended_by]),
    ].flatMap((author) => author ?? []),
  )
  const who = (author: string | null) => (author === null ? '–' : withoutPrefix(nameOf(author)))
  const time = (moment: string) => intl.formatDate(moment, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  const isEndedByProduct = cleared_reason === 'condition_ended' || cleared_reason === 'expired'
  const done: Done[] = [
    ...(alert.condition === 'raised_by_hand' && alert.alert_state === 'Triggered' && updated_by !== acknowledged_by
      ? [{ what: t('alerts.raised_by', { who: who(updated_by) }), when: alert.first_occurrence }]
      : []),
    ...(acknowledged_by === null
      ? []
      : [{ what: t('alerts.acknowledged_by', { who: who(acknowledged_by) }), when: acknowledged_at }]),
    ...silencesOf(alert, { t, who, time }),
    ...(cleared_at === null
      ? []
      : [
          isEndedByProduct
            ? { what: t(`alerts.cleared_${cleared_reason}`), when: cleared_at }
            : {
                what: t('alerts.cleared_by', { who: who(updated_by) }),
                when: cleared_at,
                note: cleared_reason === 'by_hand' ? null : cleared_reason,
              },
        ]),
  ]
  return (
    <Panel title={t('alerts.handling')}>
      {done.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('alerts.nobody')}
        </Text>
      )}
      <ul className={classes.done}>
        {done.map(({ what, when, note }) => (
          <li key={`${what} ${when}`}>
            <span>{what}</span>
            {when && (
              <span className={classes.when}>
                <Moment time={when} />
              </span>
            )}
            {note && <p className={classes.written}>{note}</p>}
          </li>
        ))}
        {dismissers.length > 0 && (
          <li>
            <span className={classes.when}>{t('alerts.dismissed_by')}</span>
            <bdi>{dismissers.map(who).join(', ')}</bdi>
          </li>
        )}
      </ul>
    </Panel>
  )
}
