import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { dayOf } from './day-of.ts'
import type { Service } from './service-counts.ts'
import classes from './services-page.module.css'

/** The numbers of all charts, latest day first. */
export const DayTable = ({ services }: { services: readonly Service[] }) => {
  const t = useText()
  const intl = useIntl()
  const days = services[0]?.days.length ?? 0
  const latestFirst = Array.from({ length: days }, (_, back) => days - 1 - back)
  return (
    <Panel title={t('services.by_day')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('services.by_day')}>
        <table className={classes.table}>
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
            {latestFirst.map((index) => (
              <tr key={index}>
                <th scope="row">
                  {intl.formatDate(dayOf(index, days), {
                    weekday: 'short',
                    day: 'numeric',
                    month: 'short',
                    timeZone: 'UTC',
                  })}
                </th>
                {services.map(({ name, days: counts }) => (
                  <td key={name}>{intl.formatNumber(counts[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
