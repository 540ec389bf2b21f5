import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DayChart } from './day-chart.tsx'
import { type Exception, ofLastDays, type Service } from './service-counts.ts'
import classes from './services-page.module.css'

const figures = [
  { days: 1, label: 'list.period_today' },
  { days: 7, label: 'services.last_7' },
  { days: 30, label: 'services.last_30' },
] as const

interface ServiceCardProps {
  service: Service
  dates: readonly string[]
  hasChart: boolean
}

/** One kind of recording: how many came, when the last one did, and what needs a look. */
export const ServiceCard = ({ service, dates, hasChart }: ServiceCardProps) => {
  const t = useText()
  const intl = useIntl()
  const { title, all, list, days, last } = service
  return (
    <Panel
      title={t(title)}
      action={
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to={list} search={{}} />}>
          {t(all)}
        </Anchor>
      }
    >
      <dl className={classes.figures}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt>{t(figure.label)}</dt>
            <dd>{intl.formatNumber(ofLastDays(service, figure.days))}</dd>
          </div>
        ))}
      </dl>
      {hasChart && <DayChart label={t(title)} service={service} dates={dates} days={days} />}
      <p className={classes.last}>
        {last === null ? (
          t(service.empty)
        ) : (
          <>
            {t('services.last')} <Moment time={last} />
          </>
        )}
      </p>
      {service.name !== 'comments' && <Exceptions service={service} />}
    </Panel>
  )
}

const Exceptions = ({ service: { exceptions, list } }: { service: Service }) => {
  const t = useText()
  const intl = useIntl()
  const countOf = ({ count: { total, is_capped } }: Exception) => `${intl.formatNumber(total)}${is_capped ? '+' : ''}`
  if (exceptions.length === 0) return <p className={classes.none}>{t('services.no_exceptions')}</p>
  return (
    <ul className={classes.exceptions}>
      {exceptions.map((exception) => (
        <li key={exception.name}>
          <Link
            to={list}
            search={{ filter: exception.filter }}
            className={classes.exception}
            data-tone={exception.name === 'late' ? 'warn' : 'bad'}
          >
            {t(`services.${exception.name}`, { total: exception.count.total, count: countOf(exception) })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
