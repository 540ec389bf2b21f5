import type { DeviceInstallState } from '@holdfast/contract'

/** Compares the installation id that a device sent with the known one (docs/decisions/0001, 'Device calls'). */
export const installState = (known: string | null, given: string | null): DeviceInstallState => {
  if (given === null) return 'NoInstallationId'
  if (known === null) return 'NewInstall'
  return known === given ? 'NoChange' : 'FactoryReset'
}
