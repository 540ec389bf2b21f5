import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import figures from '../../../shared/ui/figure-table.module.css'
import { Panel } from '../../../shared/ui/panel.tsx'
import { filterOfDay, type Service } from './service-counts.ts'
import classes from './services-page.module.css'

/** The numbers of all charts, latest day first. */
export const DayTable = ({ services, dates }: { services: readonly Service[]; dates: readonly string[] }) => {
  const t = useText()
  const intl = useIntl()
  const latestFirst = dates.map((date, index) => ({ date, index })).toReversed()
  return (
    <Panel title={t('services.by_day')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('services.by_day')}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('overview.day')}</th>
              {services.map(({ name, title }) => (
                <th key={name} scope="col">
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {latestFirst.map(({ date, index }) => (
              <tr key={date}>
                <th scope="row">
                  {intl.formatDate(date, {
                    weekday: 'short',
                    day: 'numeric',
                    month: 'short',
                    timeZone: 'UTC',
                  })}
                </th>
                {services.map((service) => {
                  const count = service.days[index] ?? 0
                  return (
                    <td key={service.name}>
                      {count === 0 ? (
                        intl.formatNumber(0)
                      ) : (
                        <Link
                          to={service.list}
                          search={{ filter: filterOfDay(service, date) }}
                          className={classes.dayLink}
                        >
                          {intl.formatNumber(count)}
                        </Link>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
