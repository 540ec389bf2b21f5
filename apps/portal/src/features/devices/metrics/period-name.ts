import type { DevicePayloadsMetricScope } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'

const styles: Record<DevicePayloadsMetricScope, Intl.DateTimeFormatOptions> = {
  Daily: { day: 'numeric', month: 'short', year: 'numeric' },
  Weekly: { day: 'numeric', month: 'short', year: 'numeric' },
  Monthly: { month: 'short', year: 'numeric' },
  Yearly: { year: 'numeric' },
  Summary: {},
}

/** Formats for the axis, which has little room. */
const axisStyles: Record<DevicePayloadsMetricScope, Intl.DateTimeFormatOptions> = {
  ...styles,
  Daily: { day: 'numeric', month: 'short' },
  Weekly: { day: 'numeric', month: 'short' },
}

/** Returns a function that names the period that begins on a day on the axis of a chart. */
export const useAxisName = (scope: DevicePayloadsMetricScope): ((period: string | null) => string) => {
  const t = useText()
  const intl = useIntl()
  return (period) =>
    period === null ? t('metrics.all_days') : intl.formatDate(period, { ...axisStyles[scope], timeZone: 'UTC' })
}

/** Returns a function that names the period that begins on a day. */
export const usePeriodName = (scope: DevicePayloadsMetricScope): ((period: string | null) => string) => {
  const t = useText()
  const intl = useIntl()
  return (period) => {
    if (period === null) return t('metrics.all_days')
    const date = intl.formatDate(period, { ...styles[scope], timeZone: 'UTC' })
    return scope === 'Weekly' ? t('metrics.week_of', { date }) : date
  }
}
