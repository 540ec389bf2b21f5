import type { DeviceTelemetry } from '@holdfast/contract'

/** What graphs are drawn from. */
interface Figures {
  battery_level_percent: number | null
  storage_free: number | null
  storage_total: number | null
  memory_free: number | null
  memory_total: number | null
  /** Of the SIM with the best signal. */
  signal_dbm: number | null
  wifi_signal_dbm: number | null
  /** Bytes, sent and received. */
  mobile_data: number | null
  wifi_data: number | null
  payloads_pending: number | null
}

/** The figures of a report. */
export const figuresOf = (telemetry: DeviceTelemetry): Figures => ({
  battery_level_percent: reported(telemetry.battery_level_percent),
  storage_free: reported(telemetry.storage_free),
  storage_total: reported(telemetry.storage_total),
  memory_free: reported(telemetry.memory_free),
  memory_total: reported(telemetry.memory_total),
  signal_dbm: strongestSignal(telemetry.sims),
  wifi_signal_dbm: reported(telemetry.wifi_signal_dbm),
  mobile_data: sum(telemetry.mobile_data_sent, telemetry.mobile_data_received),
  wifi_data: sum(telemetry.wifi_data_sent, telemetry.wifi_data_received),
  payloads_pending: reported(telemetry.payloads_pending),
})

type Reported = number | null | undefined

const reported = (value: Reported): number | null => value ?? null

const sum = (sent: Reported, received: Reported): number | null =>
  reported(sent) === null && reported(received) === null ? null : (reported(sent) ?? 0) + (reported(received) ?? 0)

const strongestSignal = (sims: DeviceTelemetry['sims'] = []): number | null => {
  const signals = sims.flatMap(({ signal_strength_dbm }) => reported(signal_strength_dbm) ?? [])
  return signals.reduce<number | null>((best, signal) => (best === null || signal > best ? signal : best), null)
}
