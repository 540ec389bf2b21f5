import { type ClientSituation, silentAfterDays, usualStatisticsDays } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Anchor, Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { StateMessage } from '../../../shared/ui/state-message.tsx'
import { type Figure, figuresOf } from './figures-of.ts'
import classes from './overview.module.css'

/** So many accounts are shown before somebody asks for all. */
const shownAtFirst = 25

interface SituationsProps {
  clients: readonly ClientSituation[]
  isCapped: boolean
}

/** A card for each customer, those that need attention first. Each figure leads to where staff can act. */
export const Situations = ({ clients, isCapped }: SituationsProps) => {
  const t = useText()
  const [hasAll, setHasAll] = useState(false)
  const shown = hasAll ? clients : clients.slice(0, shownAtFirst)
  return (
    <Panel title={t('statistics.attention')}>
      {clients.length === 0 && (
        <StateMessage icon={IconBuilding} title={t('internal.clients_empty')} body={t('internal.clients_empty_body')} />
      )}
      {clients.length > 0 && <p className={classes.note}>{t('statistics.counts', { days: silentAfterDays })}</p>}
      <ul className={classes.clients}>
        {shown.map((client) => (
          <Situation key={client.client} situation={client} />
        ))}
      </ul>
      {shown.length < clients.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setHasAll(true)}>
          {t('statistics.show_all', { count: clients.length })}
        </Button>
      )}
      {isCapped && <p className={classes.note}>{t('statistics.capped', { count: clients.length })}</p>}
    </Panel>
  )
}

const Situation = ({ situation }: { situation: ClientSituation }) => {
  const t = useText()
  const can = useCan()
  const { client, name, is_active, is_stale, as_of } = situation
  const title = <strong>{name}</strong>
  return (
    <li className={classes.client}>
      <div className={classes.name}>
        {can('internal:clients') ? (
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/internal/clients/$client" params={{ client }} />}
          >
            {title}
          </Anchor>
        ) : (
          title
        )}
        <span className={classes.identifier}>{client}</span>
        {!is_active && <Badge>{t('device.deactivated')}</Badge>}
        {as_of === null && <Badge tone="warn">{t('statistics.never_counted')}</Badge>}
        {is_stale && as_of !== null && (
          <span title={t('statistics.stale_hint')}>
            <Badge tone="warn">{t('statistics.stale')}</Badge>
          </span>
        )}
      </div>
      <dl className={classes.figures}>
        {figuresOf(situation, can).map((figure) => (
          <div key={figure.label} className={classes.figure} data-tone={figure.tone}>
            <dt>{t(figure.label)}</dt>
            <dd>
              <LinkedFigure to={figure.to}>
                <FigureValue figure={figure} />
              </LinkedFigure>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const FigureValue = ({ figure: { value } }: { figure: Figure }) => {
  const t = useText()
  const intl = useIntl()
  if (value.kind === 'bytes') return <>{byteSize(intl, value.bytes)}</>
  if (value.kind === 'licence') {
    const { service, used, limit } = value
    return <>{t('statistics.licences_of', { service: t(`service.${service}`), used, limit })}</>
  }
  if (value.kind === 'alerts') {
    const words = value.alerts.map(({ severity, count }) => t(`statistics.alerts_${severity}`, { count }))
    return <>{words.length === 0 ? intl.formatNumber(0) : intl.formatList(words, { type: 'unit' })}</>
  }
  if (value.since === null) return <>{intl.formatNumber(value.count)}</>
  const time = intl.formatDate(value.since, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return <>{t('statistics.backlog_since', { count: value.count, time })}</>
}

/** The figure as a link, or beside one whose words say what it leads to. */
const LinkedFigure = ({ to, children }: { to: Figure['to']; children: ReactNode }) => {
  const t = useText()
  if (to === null) return children
  const linkOf = (content: ReactNode) => (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to.path} search={{ filter: to.filter } as never} />}>
      {content}
    </Anchor>
  )
  if (to.words === null) return linkOf(children)
  return (
    <>
      {children} <span className={classes.more}>{linkOf(t(to.words, { days: usualStatisticsDays }))}</span>
    </>
  )
}
