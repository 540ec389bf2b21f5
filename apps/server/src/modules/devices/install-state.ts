import type { DeviceInstallState } from '@holdfast/contract'

/** What an installation_id says about a device, beside the one that is known (docs/decisions/0001, 'Device calls'). */
export const installState = (known: string | null, given: string | null): DeviceInstallState => {
  if (given === null) return 'NoInstallationId'
  if (known === null) return 'NewInstall'
  return known === given ? 'NoChange' : 'FactoryReset'
}
