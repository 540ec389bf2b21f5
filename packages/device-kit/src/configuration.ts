import { type DeviceConfiguration, getDeviceConfiguration } from '@holdfast/contract'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, putJson, type Vault } from './vault.ts'

const record = 'configuration'
const recentMs = 15 * 60 * 1000

export interface Configuration {
  /** What the server said last; asked now if it never was. Works without a network from the second start on. */
  current: () => Promise<DeviceConfiguration>
  /** As `current`, but asked anew when the last answer is more than a quarter of an hour old. */
  recent: () => Promise<DeviceConfiguration>
  /** Asks the server; a new public key is used from the next recording on. */
  refresh: () => Promise<DeviceConfiguration>
  /** Asks the server when the key that it names as the current one is not the one that is known. */
  follow: (current_key_id: string) => Promise<void>
}

/** Services, personal numbers, public key and limits of the handset, kept in the vault. */
export const createConfiguration = (vault: Vault, calls: DeviceCalls, now: () => number): Configuration => {
  let known: DeviceConfiguration | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    const fetched = await calls.send(getDeviceConfiguration)
    await putJson(vault, record, fetched)
    known = fetched
    askedAt = now()
    return fetched
  }
  const current = async () => {
    known ??= await getJson<DeviceConfiguration>(vault, record)
    return known ?? refresh()
  }
  return {
    current,
    // A clock that was put back must not keep an old answer for years.
    recent: () => (Math.abs(now() - askedAt) < recentMs ? current() : refresh()),
    refresh,
    follow: async (current_key_id) => {
      if ((await current()).public_key.key_id !== current_key_id) await refresh()
    },
  }
}
