import type { Payload } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNames } from '../found/use-names.ts'

/** A device user by name where the person may see people, otherwise by reference. */
export const DeviceUserText = ({ reference }: { reference: string }) => {
  const name = useNames([reference])(reference)
  return <bdi title={name === reference ? undefined : reference}>{name}</bdi>
}

export const DeviceUserLink = ({ reference }: { reference: string }) => (
  <Anchor
    size="sm"
    renderRoot={(props) => (
      <Link
        {...props}
        to="/dashboard/devices/users/$device_user_reference"
        params={{ device_user_reference: reference }}
      />
    )}
  >
    <DeviceUserText reference={reference} />
  </Anchor>
)

/** Whose recording it is: its device user, or the device. */
export const WhoText = ({ recording }: { recording: Pick<Payload, 'device_user_reference' | 'device_reference'> }) => {
  const { device_user_reference: user, device_reference: device } = recording
  return user === null ? device : <DeviceUserText reference={user} />
}
