import {
  type CommandForDevice,
  type DeviceConfiguration,
  type DeviceLog,
  type DeviceTelemetry,
  deviceAdvice,
  type GpsPosition,
  type PayloadType,
  receiveDeviceLogs,
  receivePositions,
  receiveTelemetry,
  serviceOfPayloadType,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { createAuthentication, type Installation, type Session } from './authentication.ts'
import { type CommandHandlers, runCommands } from './commands.ts'
import { type Configuration, createConfiguration } from './configuration.ts'
import { createDeviceCalls, type DeviceCalls } from './device-calls.ts'
import type { HandsetOptions } from './handset-options.ts'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'
import { openJournal } from './journal.ts'
import { openOutbox } from './outbox.ts'
import { type Recording, recordInto } from './record.ts'
import { withRetries } from './retry.ts'
import { createDelivery, type SyncReport } from './sync.ts'
import { systemClock } from './system-clock.ts'

/** A log line as the app writes it; the kit adds identity, time and time zone. */
export type LogLine = Pick<DeviceLog, 'log_class' | 'log_level' | 'log_message'> & { payload_reference?: string }
/** A position as the handset measured it; the kit adds identity and time zone. */
export type Position = Omit<GpsPosition, 'gps_reference' | 'timezone'>

/** The reference and the sequence number of a recorded payload. */
export interface Recorded {
  payload_reference: string
  sequence: number
}

/**
 * The software of a managed handset. Once it is configured, everything except `authenticate` and `refreshConfiguration` works
 * without a network.
 */
export interface Handset {
  readonly device_reference: string
  /** The current session, or a new one. @throws DeviceCallError */
  authenticate: () => Promise<Session>
  /** The last configuration from the server. @throws DeviceCallError when there is none and the server can't be reached */
  configuration: () => Promise<DeviceConfiguration>
  /** Fetches services, personal numbers, public key and limits from the server. @throws DeviceCallError */
  refreshConfiguration: () => Promise<DeviceConfiguration>
  /** Whether the service that records this type is enabled. */
  mayRecord: (type: PayloadType) => Promise<boolean>
  /** Seals a recording into the storage, durably. @throws EnvelopeError, or the error of reading `content` */
  record: (recording: Recording) => Promise<Recorded>
  log: (lines: readonly LogLine[]) => Promise<void>
  addPositions: (positions: readonly Position[]) => Promise<void>
  addTelemetry: (report: DeviceTelemetry) => Promise<void>
  /**
   * Delivers what is in the storage: payloads, positions, telemetry, logs. Fetches the configuration from time to time. A
   * copy is dropped only when the server has processed it. Safe to call at any time and any number of times.
   * @throws DeviceCallError `unreachable`, or `device.blocked`: then do not call it again for an hour
   */
  sync: () => Promise<SyncReport>
  /** Fetches, executes and reports commands, and returns them. @throws DeviceCallError */
  runCommands: (handlers: CommandHandlers) => Promise<CommandForDevice[]>
}

/** Opens a handset with its storage, which still has what an earlier process left. */
export const openHandset = async (options: HandsetOptions): Promise<Handset> => {
  const { storage, origin, signal, device_info, clock = systemClock(signal) } = options
  const { timezone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options
  const { now } = clock
  const device_reference = device_info.serial_number
  const network = {
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? deviceAdvice.timing.answer_timeout_ms,
    signal,
  }
  const authentication = createAuthentication(options, await openInstallation(storage, now), network, now)
  const calls: DeviceCalls = createDeviceCalls(
    origin,
    authentication,
    network,
    clock,
    () => configuration.limits().timing,
  )
  const configuration: Configuration = createConfiguration(storage, calls, now, authentication.sessions)
  const outbox = await openOutbox(storage, async () => (await configuration.current()).next_sequence)
  const delivery = createDelivery(outbox, calls, configuration, clock, options.partBytes)
  const requestLimits = () => configuration.limits().request_limits
  const logs = openJournal<DeviceLog>(
    storage,
    'logs',
    () => requestLimits().max_log_lines,
    now,
    (items) => calls.send(receiveDeviceLogs, { body: { logs: items } }),
  )
  const positions = openJournal<GpsPosition>(
    storage,
    'positions',
    () => requestLimits().max_positions,
    now,
    (items) => calls.send(receivePositions, { body: { positions: items } }),
  )
  const telemetry = openJournal<DeviceTelemetry>(
    storage,
    'telemetry',
    () => 1,
    now,
    async ([report]) => {
      if (report) await calls.send(receiveTelemetry, { body: report })
    },
  )

  return {
    device_reference,
    authenticate: () => withRetries(authentication.session, clock, configuration.limits().timing),
    configuration: configuration.current,
    refreshConfiguration: configuration.refresh,
    mayRecord: async (type) => {
      const service = serviceOfPayloadType[type]
      return service === null || (await configuration.current()).services.includes(service)
    },
    record: async (recording) => {
      const entry = await recordInto(recording, device_reference, outbox, configuration, now)
      return { payload_reference: entry.payload_reference, sequence: entry.sequence }
    },
    log: (lines) => logs.append(lines.map((line) => logOf(line, now(), timezone))),
    addPositions: (measured) =>
      positions.append(measured.map((position) => ({ ...position, gps_reference: ulid(now()), timezone }))),
    addTelemetry: (report) => telemetry.append([report]),
    sync: async () => {
      const report = await delivery.deliver()
      for (const journal of [positions, telemetry, logs]) await journal.flush()
      return report
    },
    runCommands: (handlers) => runCommands(handlers, storage, calls),
  }
}

/** Distinguishes one installation of the app from the next on the same handset: after the storage is wiped, the id is new. */
const openInstallation = async (storage: HandsetStorage, now: () => number): Promise<Installation> => {
  const known = await getJson<{ installation_id: string; is_verified?: boolean }>(storage, 'installation')
  const installation_id = known?.installation_id ?? ulid(now())
  if (!known) await putJson(storage, 'installation', { installation_id })
  const installation: Installation = {
    installation_id,
    isVerified: known?.is_verified ?? false,
    noteVerified: async () => {
      if (installation.isVerified) return
      await putJson(storage, 'installation', { installation_id, is_verified: true })
      installation.isVerified = true
    },
  }
  return installation
}

/** log_id has at least 32 characters: the time and a ULID. */
const logOf = ({ payload_reference, ...line }: LogLine, time: number, local_timezone: string): DeviceLog => ({
  ...line,
  log_id: `${time}-${ulid(time)}`,
  log_datetime: new Date(time).toISOString(),
  local_timezone,
  payload_reference: payload_reference ?? null,
})
