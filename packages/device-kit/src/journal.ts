import { ulid } from 'ulid'
import { DeviceCallError } from './device-call-error.ts'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'

/** Reports without content: log lines, positions, telemetry. They stay in the storage until the server has accepted them. */
export interface Journal<T> {
  append: (items: readonly T[]) => Promise<void>
  /** Sends everything, oldest first. Items that the server refuses permanently are set aside, so that they block nothing. */
  flush: () => Promise<void>
}

/**
 * A journal in a folder of the storage. `send` may receive the same items twice, when a response was lost: items have
 * their own identity.
 */
export const openJournal = <T>(
  storage: HandsetStorage,
  folder: string,
  maxItemsPerCall: () => number,
  now: () => number,
  send: (items: T[]) => Promise<unknown>,
): Journal<T> => {
  const flushBatch = async (records: readonly string[], items: T[]): Promise<void> => {
    try {
      await send(items)
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      if (records.length > 1) return flushEach(records)
      await putJson(storage, `set-aside/${records[0]?.replaceAll('/', '-')}`, items)
    }
    for (const record of records) await storage.remove(record)
  }

  const flushEach = async (records: readonly string[]): Promise<void> => {
    for (const record of records) await flushBatch([record], (await getJson<T[]>(storage, record)) ?? [])
  }

  return {
    append: async (items) => {
      const most = maxItemsPerCall()
      for (let at = 0; at < items.length; at += most) {
        await putJson(storage, `${folder}/${ulid(now())}`, items.slice(at, at + most))
      }
    },
    flush: async () => {
      let records: string[] = []
      let items: T[] = []
      for (const record of await storage.list(folder)) {
        const more = (await getJson<T[]>(storage, record)) ?? []
        if (records.length > 0 && items.length + more.length > maxItemsPerCall()) {
          await flushBatch(records, items)
          records = []
          items = []
        }
        records.push(record)
        items.push(...more)
      }
      if (records.length > 0) await flushBatch(records, items)
    },
  }
}

const isRefusedForGood = (error: unknown): boolean =>
  error instanceof DeviceCallError && (error.status === 400 || error.status === 413)
