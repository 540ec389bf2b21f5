import type { TelemetryPoint } from '@holdfast/contract'
import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../../shared/i18n/text.ts'
import { percentText } from '../../../shared/telemetry/reported-values.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'

type FigureName = Exclude<keyof TelemetryPoint, 'at' | 'reports'>

export interface TelemetryFigure {
  name: FigureName
  title: MessageId
  format: (intl: IntlShape, value: number) => string
  /** The largest value that makes sense. */
  most?: number
}

const bytes = (intl: IntlShape, value: number): string => byteSize(intl, value)
const decibels = (intl: IntlShape, value: number): string =>
  `${intl.formatNumber(value, { maximumFractionDigits: 0, notation: Math.abs(value) < 1e9 ? 'standard' : 'scientific' })} dBm`

/** What graphs show of the reports of a device. */
export const telemetryFigures: readonly TelemetryFigure[] = [
  {
    name: 'battery_level_percent',
    title: 'telemetry.battery',
    format: (intl, value) => percentText(intl, value) ?? '',
    most: 100,
  },
  { name: 'storage_free', title: 'telemetry.storage_free', format: bytes },
  { name: 'memory_free', title: 'telemetry.memory_free', format: bytes },
  { name: 'signal_dbm', title: 'telemetry.mobile_signal', format: decibels },
  { name: 'wifi_signal_dbm', title: 'telemetry.wifi_signal', format: decibels },
  { name: 'mobile_data', title: 'telemetry.mobile_data', format: bytes },
  { name: 'wifi_data', title: 'telemetry.wifi_data', format: bytes },
  {
    name: 'payloads_pending',
    title: 'telemetry.pending',
    format: (intl, value) => intl.formatNumber(value, { maximumFractionDigits: 1 }),
  },
]
