import { type DeviceConfiguration, getDeviceConfiguration } from '@holdfast/contract'
import type { DeviceCalls } from './device-calls.ts'
import { getJson, putJson, type Vault } from './vault.ts'

const record = 'configuration'

export interface Configuration {
  /** What the server said last; asked now if it never was. Works without a network from the second start on. */
  current: () => Promise<DeviceConfiguration>
  /** Asks the server; a new public key is used from the next recording on. */
  refresh: () => Promise<DeviceConfiguration>
}

/** Services, personal numbers, public key and limits of the handset, kept in the vault. */
export const createConfiguration = (vault: Vault, calls: DeviceCalls): Configuration => {
  let known: DeviceConfiguration | undefined
  const refresh = async () => {
    const fetched = await calls.send(getDeviceConfiguration)
    await putJson(vault, record, fetched)
    known = fetched
    return fetched
  }
  return {
    current: async () => {
      known ??= await getJson<DeviceConfiguration>(vault, record)
      return known ?? refresh()
    },
    refresh,
  }
}
