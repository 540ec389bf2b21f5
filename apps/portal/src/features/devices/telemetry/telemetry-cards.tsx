import { type ReportedTelemetry, type ServiceName, serviceNames } from '@holdfast/contract'
import type { ReactNode } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { ReportedText } from '../../../shared/reported/reported-text.tsx'
import type { ReportedKind } from '../../../shared/reported/reported-words.ts'
import { percentText, shareOf } from '../../../shared/telemetry/reported-values.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { type Fact, Facts } from '../../../shared/ui/facts.tsx'
import classes from './device-telemetry.module.css'

type Text = ReturnType<typeof useText>

interface CardText {
  t: Text
  intl: IntlShape
  report: ReportedTelemetry
}

/** Cards of what the device reported; what it did not report is left out. */
export const TelemetryCards = ({ report }: { report: ReportedTelemetry }) => {
  const t = useText()
  const intl = useIntl()
  const text = { t, intl, report }
  return (
    <div className={classes.cards}>
      <Card title={t('telemetry.battery')} facts={batteryFacts(text)} share={report.battery_level_percent} />
      <Card
        title={t('telemetry.storage')}
        facts={spaceFacts(text, report.storage_free, report.storage_total)}
        share={usedShare(report.storage_free, report.storage_total)}
      />
      <Card
        title={t('telemetry.memory')}
        facts={spaceFacts(text, report.memory_free, report.memory_total)}
        share={usedShare(report.memory_free, report.memory_total)}
      />
      {(report.sims ?? []).map((sim, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report can name a slot twice.
        <Card key={index} title={t('device.slot', { slot: sim.slot_index + 1 })} facts={simFacts(text, sim)} />
      ))}
      <Card title={t('telemetry.wifi')} facts={wifiFacts(text)} />
      <Card title={t('telemetry.data')} facts={dataFacts(text)} />
      <Card title={t('telemetry.security')} facts={securityFacts(text)} />
      <Card title={t('telemetry.permissions')} facts={permissionFacts(text)} />
      <Card title={t('telemetry.recording')} facts={recordingFacts(text)} />
    </div>
  )
}

interface CardProps {
  title: string
  facts: readonly Fact[]
  /** Drawn as a bar, in percent. */
  share?: number | null | undefined
}

const Card = ({ title, facts, share }: CardProps) => {
  if (facts.every(({ value }) => value === null || value === undefined || value === '')) return null
  return (
    <div className={classes.card}>
      <Facts title={title} facts={facts} />
      {typeof share === 'number' && (
        <div className={classes.track} aria-hidden>
          <span className={classes.level} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
        </div>
      )}
    </div>
  )
}

type Reported<T> = T | null | undefined

const bytes = (intl: IntlShape, value: Reported<number>): string | null =>
  typeof value === 'number' ? byteSize(intl, value) : null
const yesNo = (t: Text, value: Reported<boolean>): string | null =>
  typeof value === 'boolean' ? t(value ? 'telemetry.yes' : 'telemetry.no') : null
const decibels = (intl: IntlShape, value: Reported<number>): string | null =>
  typeof value === 'number'
    ? `${intl.formatNumber(value, { maximumFractionDigits: 0, notation: sized(value) })} dBm`
    : null
const sized = (value: number): 'standard' | 'scientific' => (Math.abs(value) < 1e9 ? 'standard' : 'scientific')
const words = (value: Reported<string>): ReactNode => (value ? <bdi>{value}</bdi> : null)
const inWords = (kind: ReportedKind, value: Reported<string>): ReactNode =>
  value ? <ReportedText kind={kind} value={value} /> : null
const usedShare = (free: Reported<number>, total: Reported<number>): number | null => {
  const share = shareOf(free, total)
  return share === null ? null : 100 - share
}

const batteryFacts = ({ t, intl, report }: CardText): Fact[] => [
  { label: t('telemetry.level'), value: percentText(intl, report.battery_level_percent) },
  { label: t('telemetry.charging'), value: yesNo(t, report.battery_charging) },
  {
    label: t('telemetry.temperature'),
    value:
      typeof report.battery_temperature_celsius === 'number'
        ? `${intl.formatNumber(report.battery_temperature_celsius, { maximumFractionDigits: 1, notation: sized(report.battery_temperature_celsius) })} °C`
        : null,
  },
  { label: t('telemetry.health'), value: inWords('battery_health', report.battery_health) },
  { label: t('telemetry.optimisation_ignored'), value: yesNo(t, report.battery_optimisation_ignored) },
]

const spaceFacts = ({ t, intl }: CardText, free: Reported<number>, total: Reported<number>): Fact[] => {
  const share = shareOf(free, total)
  const of = share === null ? '' : ` (${percentText(intl, share)})`
  return [
    { label: t('telemetry.free'), value: typeof free === 'number' ? `${byteSize(intl, free)}${of}` : null },
    { label: t('telemetry.total'), value: bytes(intl, total) },
  ]
}

const simFacts = ({ t, intl }: CardText, sim: NonNullable<ReportedTelemetry['sims']>[number]): Fact[] => [
  { label: t('telemetry.carrier'), value: words(sim.carrier_name ?? sim.carrier_code) },
  { label: t('payload.country'), value: words(sim.country_iso) },
  { label: t('telemetry.number'), value: words(sim.phone_number) },
  { label: t('telemetry.network'), value: inWords('network', sim.network_type) },
  { label: t('telemetry.signal'), value: decibels(intl, sim.signal_strength_dbm) },
  { label: t('telemetry.roaming'), value: yesNo(t, sim.is_roaming) },
]

const wifiFacts = ({ t, intl, report }: CardText): Fact[] => [
  { label: t('telemetry.wifi_enabled'), value: yesNo(t, report.wifi_enabled) },
  { label: t('telemetry.wifi_connected'), value: yesNo(t, report.wifi_connected) },
  { label: t('telemetry.network'), value: words(report.wifi_ssid) },
  { label: t('telemetry.signal'), value: decibels(intl, report.wifi_signal_dbm) },
  { label: t('telemetry.ip_address'), value: words(report.ip_address) },
]

const dataFacts = ({ t, intl, report }: CardText): Fact[] => [
  { label: t('telemetry.mobile_sent'), value: bytes(intl, report.mobile_data_sent) },
  { label: t('telemetry.mobile_received'), value: bytes(intl, report.mobile_data_received) },
  { label: t('telemetry.wifi_sent'), value: bytes(intl, report.wifi_data_sent) },
  { label: t('telemetry.wifi_received'), value: bytes(intl, report.wifi_data_received) },
]

const securityFacts = ({ t, report }: CardText): Fact[] => [
  { label: t('telemetry.is_rooted'), value: yesNo(t, report.is_rooted) },
  { label: t('telemetry.is_device_admin'), value: yesNo(t, report.is_device_admin) },
  { label: t('telemetry.security_patch'), value: words(report.security_patch) },
  { label: t('telemetry.knox'), value: words(report.knox_version) },
  { label: t('telemetry.knox_licence'), value: yesNo(t, report.knox_licence_active) },
]

/** What does not fit in a card; a device can report any number. */
const shownPermissions = 12

const permissionList = ({ t }: CardText, names: readonly string[] = []): ReactNode => {
  if (names.length === 0) return null
  const more = names.length - shownPermissions
  return (
    <ul className={classes.names}>
      {names.slice(0, shownPermissions).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report can name a permission twice.
        <li key={index}>
          <ReportedText kind="permission" value={name} />
        </li>
      ))}
      {more > 0 && <li>{t('telemetry.more', { count: more })}</li>}
    </ul>
  )
}

const permissionFacts = (text: CardText): Fact[] => [
  { label: text.t('telemetry.denied'), value: permissionList(text, text.report.permissions_denied) },
  { label: text.t('telemetry.granted'), value: permissionList(text, text.report.permissions_granted) },
]

const recordingFacts = ({ t, intl, report }: CardText): Fact[] => [
  {
    label: t('telemetry.pending'),
    value: typeof report.payloads_pending === 'number' ? intl.formatNumber(report.payloads_pending) : null,
  },
  { label: t('telemetry.services'), value: servicesText(t, report.services_enabled) },
  { label: t('telemetry.location'), value: yesNo(t, report.location_enabled) },
  { label: t('device.app_version'), value: words(report.app_version) },
]

const servicesText = (t: Text, services: readonly ServiceName[] | undefined): string | null =>
  services
    ? serviceNames
        .filter((service) => services.includes(service))
        .map((service) => t(`service.${service}`))
        .join(', ')
    : null
