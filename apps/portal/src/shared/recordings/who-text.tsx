import type { Payload } from '@holdfast/contract'
import { useNames } from '../found/use-names.ts'

/** Whose recording it is: the name of the device user where the person may see people, otherwise a reference. */
export const WhoText = ({ recording }: { recording: Pick<Payload, 'device_user_reference' | 'device_reference'> }) => {
  const { device_user_reference: user, device_reference: device } = recording
  const nameOf = useNames(user === null ? [] : [user])
  if (user === null) return device
  const name = nameOf(user)
  return name === user ? user : <bdi title={user}>{name}</bdi>
}
