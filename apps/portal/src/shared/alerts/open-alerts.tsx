import { calls } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useEvents } from '../live/use-events.ts'
import { useCan } from '../session/profile.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { SeverityBadge } from './alert-badges.tsx'
import { useAlertWords } from './alert-words.ts'
import classes from './open-alerts.module.css'

const shown = 5
const list = '/dashboard/account/alerts'

/** The active alerts about a device, or nothing if there are none or the person may see none. */
export const OpenAlerts = ({ about }: { about: string }) =>
  useCan()('alerts:read') ? <AlertsAbout about={about} /> : null

const AlertsAbout = ({ about }: { about: string }) => {
  const t = useText()
  const wordsOf = useAlertWords()
  const filter = useMemo(() => ({ active_only: true, related_entities: [about] }), [about])
  const { rows, total, readAgain, reload } = useList({
    call: calls.listAlerts,
    filter,
    pageRows: shown,
    portalReads: 'first_page',
  })
  useEvents(({ kind }) => {
    if (kind === 'alert') readAgain()
  }, reload)
  if (rows.length === 0) return null
  return (
    <Panel title={t('device.open_alerts')}>
      <ul className={classes.alerts}>
        {rows.map((alert) => (
          <li key={alert.alert_reference} className={classes.alert}>
            <Anchor component={Link} to={`${list}/${alert.alert_reference}`} size="sm">
              <bdi>{wordsOf(alert).subject}</bdi>
            </Anchor>
            <span className={classes.details}>
              <SeverityBadge severity={alert.alert_severity} />
              <Moment time={alert.last_occurrence} />
            </span>
          </li>
        ))}
      </ul>
      {(total ?? 0) > rows.length && (
        <LinkButton size="xs" variant="subtle" to={list} search={{ filter: { search: about } } as never}>
          {t('alerts.show_list')}
        </LinkButton>
      )}
    </Panel>
  )
}
