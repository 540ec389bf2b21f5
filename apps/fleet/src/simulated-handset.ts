import path from 'node:path'
import { openHandset, systemClock } from '@holdfast/device-kit'
import { openFolderStorage } from '@holdfast/device-kit/folder-storage'
import { cities } from './cities.ts'
import { commandHandlers } from './command-handlers.ts'
import type { SimulatedIdentity } from './fleet-file.ts'
import { hardwareOf } from './handset-hardware.ts'
import type { LogWriter } from './log-writer.ts'
import type { MediaFolder } from './media-folder.ts'
import { recordingsOf } from './recordings.ts'
import { retryUntilSuccess } from './retry-until-success.ts'
import { positionAt } from './route.ts'
import { scheduleOf } from './schedule.ts'
import type { Circumstances } from './simulated-recording.ts'
import { telemetryAt } from './telemetry.ts'

export interface Simulation {
  origin: string
  /** The folder in which each handset has a storage folder. */
  home: string
  media: MediaFolder
  /** Another seed gives other events and recordings. */
  seed: string
  log: LogWriter
  signal: AbortSignal
}

const soonMs = 1500
const idleMs = 10_000
const reportEveryMs = 60_000

/** Simulates a handset and its device user until the signal: records, reports, delivers and executes device commands. */
export const simulateHandset = async (identity: SimulatedIdentity, simulation: Simulation): Promise<void> => {
  const { origin, home, media, seed, signal } = simulation
  const { client, device_reference } = identity
  const log: LogWriter = (level, message, details) =>
    simulation.log(level, message, { client, device_reference, ...details })
  const city = cities[identity.city]
  const hardware = hardwareOf(identity)
  const clock = systemClock(signal)
  const storage = await openFolderStorage(path.join(home, `${client}-${device_reference}`))
  const { phone_number, ...known } = hardware
  const handset = await openHandset({ ...identity, ...known, origin, storage, signal, timezone: city.timezone })
  const circumstances = (): Circumstances => ({
    city,
    phone_number,
    imeis: hardware.imeis,
    until: new Date(),
  })
  const personSeed = `${seed} ${device_reference}`
  const handlers = commandHandlers({
    handset,
    circumstances,
    conversation: () => recordingsOf('SMS', `${personSeed} again`, media, circumstances()),
  })
  let pending = 0

  const record = async (): Promise<void> => {
    for (const event of scheduleOf(personSeed)) {
      await clock.wait(event.afterMs)
      await untilItWorks(async () => {
        if (!(await handset.mayRecord(event.kind))) return
        for (const recording of await recordingsOf(event.kind, event.seed, media, circumstances())) {
          const { payload_reference, sequence } = await handset.record(recording)
          pending += 1
          log('info', 'recorded', { payload_type: event.kind, payload_reference, sequence })
        }
      })
    }
  }

  const report = async (): Promise<void> => {
    for (;;) {
      const now = new Date()
      await handset.addTelemetry(telemetryAt(now, hardware, city, pending))
      await handset.log([{ log_class: 'Heartbeat', log_level: 'INFO', log_message: `${pending} payloads to deliver` }])
      await clock.wait(reportEveryMs)
    }
  }

  const locate = async (): Promise<void> => {
    for (;;) {
      const now = new Date()
      const place = positionAt(city, now.getTime())
      const position = { ...place, accuracy: 12, altitude: null, provider: 'fused', timestamp: now.toISOString() }
      const { services, gps_interval_ms } = await handset.configuration()
      if (services.includes('gps')) await handset.addPositions([position])
      await clock.wait(gps_interval_ms)
    }
  }

  const deliver = async (): Promise<void> => {
    for (;;) {
      const delivered = await handset.sync()
      pending = delivered.pending
      if (delivered.processed > 0) log('info', 'delivered', { ...delivered })
      for (const { command, command_reference } of await handset.runCommands(handlers)) {
        log('info', 'obeyed', { command, command_reference })
      }
      await clock.wait(pending > delivered.held.length ? soonMs : idleMs)
    }
  }

  const untilItWorks = (work: () => Promise<void>) => retryUntilSuccess(work, clock, signal, log)
  await untilItWorks(async () => {
    const { install_state } = await handset.authenticate()
    await handset.refreshConfiguration()
    log('info', 'authenticated', { install_state })
  })
  await Promise.all([record(), untilItWorks(report), untilItWorks(locate), untilItWorks(deliver)])
}
