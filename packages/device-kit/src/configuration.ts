import { type DeviceConfiguration, getDeviceConfiguration } from '@holdfast/contract'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'

const record = 'configuration'
const recentMs = 15 * 60 * 1000

export interface Configuration {
  /** The last configuration from the server, fetched now if there is none. Works without a network from the second start on. */
  current: () => Promise<DeviceConfiguration>
  /** Like `current`, but fetched again when the last one is more than a quarter of an hour old. */
  recent: () => Promise<DeviceConfiguration>
  /** Fetches the configuration; a new public key is used from the next recording on. */
  refresh: () => Promise<DeviceConfiguration>
  /** Fetches the configuration if the server's current key is not the known one. */
  follow: (current_key_id: string) => Promise<void>
}

/** Services, personal numbers, public key and limits of the handset, stored in the storage. */
export const createConfiguration = (storage: HandsetStorage, calls: DeviceCalls, now: () => number): Configuration => {
  let known: DeviceConfiguration | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    const fetched = await calls.send(getDeviceConfiguration)
    await putJson(storage, record, fetched)
    known = fetched
    fetchedAt = now()
    return fetched
  }
  const current = async () => {
    known ??= await getJson<DeviceConfiguration>(storage, record)
    return known ?? refresh()
  }
  return {
    current,
    // A clock that was set back must not keep an old configuration for years.
    recent: () => (Math.abs(now() - fetchedAt) < recentMs ? current() : refresh()),
    refresh,
    follow: async (current_key_id) => {
      if ((await current()).public_key.key_id !== current_key_id) await refresh()
    },
  }
}
