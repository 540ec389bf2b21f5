import { type Alert, keptAlertOccurrences } from '@holdfast/contract'
import { Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { axisTicks } from '../../shared/charts/axis-ticks.ts'
import { ChartFrame } from '../../shared/charts/chart-frame.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './alerts.module.css'
import { type BarSpan, occurrenceBars } from './occurrence-bars.ts'

const fewShown = 8
/** The gap between bars, as a share of their width. */
const gap = 0.2

const formats: Record<BarSpan, Intl.DateTimeFormatOptions> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** When the alert occurred, drawn by time. The same times are in a table. */
const OccurrencePlot = ({ times }: { times: readonly number[] }) => {
  const t = useText()
  const intl = useIntl()
  const { span, bars } = occurrenceBars(times)
  const ticks = axisTicks(Math.max(1, ...bars.map(({ count }) => count))).filter(Number.isInteger)
  const most = ticks.at(-1) ?? 1
  const width = 100 / bars.length
  const nameOf = (place: number) => intl.formatDate(bars[place]?.from ?? 0, formats[span])
  const places = [...new Set([0, bars.length - 1])]
  return (
    <ChartFrame
      label={t('alerts.occurrences_by_time')}
      heightRem={5}
      ticks={ticks.map((value) => ({ value, label: intl.formatNumber(value) }))}
      labels={places.map((place) => ({ at: (place + 0.5) / bars.length, label: nameOf(place) }))}
    >
      {bars.map(({ from, count }, place) => (
        <rect
          key={from}
          className={classes.bar}
          x={place * width + (width * gap) / 2}
          y={100 - (count / most) * 100}
          width={width * (1 - gap)}
          height={(count / most) * 100}
        >
          <title>{`${nameOf(place)}: ${intl.formatNumber(count)}`}</title>
        </rect>
      ))}
    </ChartFrame>
  )
}

/** Every time that the alert occurred, the latest first. Their texts are shown if they differ: they are stored in English. */
export const AlertOccurrences = ({ alert }: { alert: Alert }) => {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const latest = alert.occurrences.toReversed()
  const shown = isWhole ? latest : latest.slice(0, fewShown)
  const haveTexts = new Set(latest.map(({ message }) => message)).size > 1
  return (
    <Panel title={t('alerts.occurrences')} note={alert.occurrence_count}>
      {latest.length > 1 && <OccurrencePlot times={latest.map(({ time }) => Date.parse(time))} />}
      {latest.length < alert.occurrence_count && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('alerts.occurrences_kept', { count: alert.occurrence_count, kept: keptAlertOccurrences })}
        </Text>
      )}
      <Table fz="sm" aria-label={t('alerts.occurrences')}>
        <Table.Tbody>
          {shown.map(({ time, message }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several can occur at the same time
            <Table.Tr key={`${time} ${place}`}>
              <Table.Td w={haveTexts ? '13rem' : undefined}>
                <Moment time={time} withSeconds />
              </Table.Td>
              {haveTexts && <Table.Td lang="en">{message}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!isWhole && latest.length > fewShown && (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={() => setIsWhole(true)}>
            {t('alerts.show_all', { count: latest.length })}
          </Button>
        </Group>
      )}
    </Panel>
  )
}
