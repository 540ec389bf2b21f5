import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningCheck } from '../../apps/server/src/handset-check/run-check.ts'
import { openFolderStorage } from '../../packages/device-kit/src/folder-storage.ts'
import {
  DeviceCallError,
  type Handset,
  type HandsetOptions,
  openHandset,
  type Recording,
} from '../../packages/device-kit/src/index.ts'

const messageOf = (text: string) => new TextEncoder().encode(JSON.stringify({ text }))
const other = '+447700900123'
const roundEveryMs = 250

/** What the handset records, one after the other. */
const recordings: readonly (() => Recording)[] = [
  () => ({ payload_type: 'Photo', content: randomBytes(150_000), meta: {}, numbers: [] }),
  () => ({ payload_type: 'SMS', content: messageOf('A message'), meta: { direction: 'I' }, numbers: [other] }),
  () => ({ payload_type: 'RCS', content: messageOf('long '.repeat(60)), meta: {}, numbers: [other] }),
  () => ({
    payload_type: 'AbortedCall',
    content: null,
    meta: { second_parties: [{ phone_number: other }] },
    numbers: [other],
  }),
]

export interface DrivenOptions extends Partial<HandsetOptions> {
  /** Goes on when the server says that the handset is blocked. */
  ignoresBlock?: boolean
  /** Starts the handset anew in each round, as if it forgot what it knows. */
  restarts?: boolean
}

/** Runs a handset of the device kit against a check: records, delivers and obeys commands until the signal. */
export const driveHandset = async (
  { origin, account }: RunningCheck,
  signal: AbortSignal,
  { ignoresBlock = false, restarts = false, ...options }: DrivenOptions = {},
): Promise<void> => {
  const home = await mkdtemp(path.join(tmpdir(), 'checked-handset-'))
  const open = async () =>
    openHandset({
      origin,
      ...account,
      device_info: { model: 'Galaxy S24', os_version: '15', app_version: '4.2.0', serial_number: 'CHECKED-1' },
      phone_numbers: [{ phone_number: '+447700900001', slot_index: 0 }],
      imeis: ['356938035643809'],
      storage: await openFolderStorage(home),
      timezone: 'Europe/London',
      signal,
      ...options,
    })
  try {
    let handset = await open()
    for (let round = 0; !signal.aborted; round++) {
      if (restarts) handset = await open()
      const isBlocked = await work(handset, round).then(
        () => false,
        (error: unknown) => error instanceof DeviceCallError && error.code === 'device.blocked',
      )
      if (isBlocked && !ignoresBlock) return
      await new Promise((resolve) => setTimeout(resolve, roundEveryMs))
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

const work = async (handset: Handset, round: number): Promise<void> => {
  await handset.configuration()
  const recording = recordings[round % recordings.length]
  if (recording) await handset.record(recording())
  await handset.log([{ log_class: 'Recorder', log_level: 'INFO', log_message: `round ${round}` }])
  const timestamp = new Date().toISOString()
  await handset.addPositions([
    { latitude: 51.5, longitude: -0.12, accuracy: 12, altitude: null, provider: 'gps', timestamp },
  ])
  await handset.addTelemetry({ reported_at: timestamp })
  await handset.sync()
  await handset.runCommands({
    sync_data: async () => void (await handset.refreshConfiguration()),
    diagnostics_upload: async () =>
      void (await handset.record({ payload_type: 'Diagnostics', content: messageOf('fine'), meta: {}, numbers: [] })),
  })
}
