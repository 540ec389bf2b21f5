import type { MigrationReconciliationRow } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ChartLegend } from '../../../shared/charts/chart-legend.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './months-calendar.module.css'
import { type MonthFigures, monthsByYear } from './months-grid.ts'

const legend = ['same', 'different', 'not_stated'] as const

const stateOf = ({ isDifferent, stated }: MonthFigures) =>
  isDifferent ? 'different' : stated === null ? 'not_stated' : 'same'

/** A line for each year and a cell for each month. The figures of the chosen month are below, in words. */
export const MonthsCalendar = ({ rows }: { rows: readonly MigrationReconciliationRow[] }) => {
  const t = useText()
  const intl = useIntl()
  const years = monthsByYear(rows)
  const all = years.flatMap(({ months }) => months.filter((month) => month !== undefined))
  const [chosen, setChosen] = useState<string | null>(null)
  const shown =
    all.find(({ month }) => month === chosen) ?? all.find(({ isDifferent }) => isDifferent) ?? all.at(-1) ?? null
  const nameOf = (month: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(`${month}-01T00:00:00Z`, { ...options, timeZone: 'UTC' })
  if (shown === null) return null
  const long = { month: 'long', year: 'numeric' } as const
  return (
    <Stack gap="xs">
      <ChartLegend
        entries={legend.map((state) => ({
          name: t(`migrations.month_${state}`),
          sample: <span className={classes.sample} data-state={state} aria-hidden />,
        }))}
      />
      <div className={classes.scroll}>
        <table className={classes.calendar} aria-label={t('migrations.months')}>
          <thead>
            <tr>
              <td />
              {Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}`).map((month) => (
                <th key={month} scope="col">
                  {nameOf(month, { month: 'short' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, months }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {months.map((month, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places of a year
                  <td key={index}>
                    {month && (
                      <button
                        type="button"
                        className={classes.month}
                        data-state={stateOf(month)}
                        aria-pressed={month.month === shown.month}
                        aria-label={`${nameOf(month.month, long)}: ${t(`migrations.month_${stateOf(month)}`)}, ${intl.formatNumber(month.arrived)}`}
                        onClick={() => setChosen(month.month)}
                      >
                        {intl.formatNumber(month.arrived, { notation: 'compact' })}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" role="status">
        <strong>{nameOf(shown.month, long)}</strong>{' '}
        {shown.stated === null
          ? t('migrations.month_arrived', { arrived: shown.arrived })
          : t('migrations.month_figures', { stated: shown.stated, arrived: shown.arrived })}
      </Text>
    </Stack>
  )
}
