import type { Payload } from '@holdfast/contract'
import { useNames } from '../found/use-names.ts'

/** A device user by name where the person may see people, otherwise by reference. */
export const DeviceUserText = ({ reference }: { reference: string }) => {
  const name = useNames([reference])(reference)
  return <bdi title={name === reference ? undefined : reference}>{name}</bdi>
}

/** Whose recording it is: its device user, or the device. */
export const WhoText = ({ recording }: { recording: Pick<Payload, 'device_user_reference' | 'device_reference'> }) => {
  const { device_user_reference: user, device_reference: device } = recording
  return user === null ? device : <DeviceUserText reference={user} />
}
