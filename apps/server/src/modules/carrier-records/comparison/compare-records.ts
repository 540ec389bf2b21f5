import { Type } from 'typebox'
import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { compareCarrierRecordsJob } from '../imports/import-file-job.ts'
import { comparePeriod } from './compare-period.ts'
import { lockWindow, shortenWindow } from './compare-windows.ts'
import { markArrivals } from './mark-arrivals.ts'
import { monthsBetween, recountMonths } from './record-counts.ts'

/** How much of a window is compared in one transaction. */
const periodMs = 8 * 24 * 60 * 60 * 1000

/** Compares what is marked, one period of one device in a transaction. */
export const compareCarrierRecords: Job<{ client: string }> = {
  definition: compareCarrierRecordsJob,
  async handle({ platform, signal }, { client }) {
    await compareAll(platform, client, signal)
  },
}

/** Every five minutes: compares where recordings arrived or changed, so that a late one closes a record that had none. */
export const compareArrivals: Job<Record<string, unknown>> = {
  definition: {
    ...compareCarrierRecordsJob,
    name: 'compare_arrived_recordings',
    payload: Type.Object({}),
    key: () => 'all',
  },
  schedule: '*/5 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      await markArrivals(platform, client, signal)
      await compareAll(platform, client, signal)
    }
  },
}

const compareAll = async (platform: Platform, client: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    if (!(await platform.database.transaction(client, compareNext))) return
  }
}

/** @returns whether there was something to compare */
const compareNext = async (tx: TenantTransaction): Promise<boolean> => {
  const window = await lockWindow(tx)
  if (!window) return false
  const { device_reference, from_at, until_at } = window
  const from = new Date(from_at)
  if (device_reference === '') {
    await recountMonths(tx, '', monthsBetween(from, new Date(until_at)))
    await shortenWindow(tx, window, new Date(until_at))
    return true
  }
  const until = new Date(Math.min(Date.parse(until_at), from.getTime() + periodMs))
  await comparePeriod(tx, device_reference, from, until)
  await shortenWindow(tx, window, until)
  if (until.toISOString() === until_at) {
    await tx.notify({
      kind: 'carrier_record',
      reference: device_reference,
      state: null,
      payload_type: null,
      group: null,
    })
  }
  return true
}
