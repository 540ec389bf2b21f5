import { configurationETag, type DeviceConfiguration, deviceLimits, getDeviceConfiguration } from '@holdfast/contract'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, type HandsetStorage, putJson } from './handset-storage.ts'

const record = 'configuration'

export interface Configuration {
  /** The last configuration from the server, fetched now if there is none. Works without a network from the second start on. */
  current: () => Promise<DeviceConfiguration>
  /** Like `current`, but fetched again when the last one is too old, or when the handset has authenticated since. */
  recent: () => Promise<DeviceConfiguration>
  /** Fetches the configuration unless the known one is still that of the server; a new public key is used from the next recording on. */
  refresh: () => Promise<DeviceConfiguration>
  /** Fetches the configuration if the server's current key is not the known one. */
  follow: (current_key_id: string) => Promise<void>
  /** Limits and times of the last configuration; until one was read, those of the contract. */
  limits: () => Pick<DeviceConfiguration, 'request_limits' | 'timing'>
}

/**
 * Services, personal numbers, public key and limits of the handset, stored in the storage.
 *
 * @param sessions how often the handset has authenticated
 */
export const createConfiguration = (
  storage: HandsetStorage,
  calls: DeviceCalls,
  now: () => number,
  sessions: () => number,
): Configuration => {
  let known: DeviceConfiguration | undefined
  let fetched = { at: Number.NEGATIVE_INFINITY, session: 0 }
  const readKnown = async () => {
    const stored = known ?? (await getJson<DeviceConfiguration>(storage, record))
    // An earlier version of the app stored less.
    known = stored?.version === undefined ? undefined : stored
    return known
  }
  const refresh = async (): Promise<DeviceConfiguration> => {
    const held = await readKnown()
    const changed = await calls.sendUnlessUnchanged(getDeviceConfiguration, held && configurationETag(held.version))
    fetched = { at: now(), session: sessions() }
    if (changed === undefined) {
      if (held) return held
      throw new DeviceCallError('unreachable', 'The answer says unchanged, but there is no configuration yet')
    }
    await putJson(storage, record, changed)
    known = changed
    return changed
  }
  const current = async () => (await readKnown()) ?? refresh()
  const limits = () => known ?? deviceLimits
  return {
    current,
    recent: () => {
      // A clock that was set back must not keep an old configuration for years.
      const isRecent = Math.abs(now() - fetched.at) < limits().timing.configuration_interval_ms
      return isRecent && fetched.session === sessions() ? current() : refresh()
    },
    refresh,
    follow: async (current_key_id) => {
      if ((await current()).public_key.key_id !== current_key_id) await refresh()
    },
    limits,
  }
}
